// Errors of the package.

import type { Failure } from "../../web/page/types";

/** An error of the library. */
export class FerzError extends Error {
  override name = "FerzError";
  /** The diagnostic code, such as `E0601`, if there is one. */
  readonly code: string | null;
  /** The remedy. */
  readonly help: string | null;

  constructor(failure: Failure) {
    super(failure.help ? `${failure.message}; ${failure.help}` : failure.message);
    this.code = failure.code;
    this.help = failure.help;
  }
}
