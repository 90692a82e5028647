// Errors of the package.

import type { Failure } from "../../web/page/types";

/** Why something is refused. */
export class FerzError extends Error {
  override name = "FerzError";
  /** The code of a finding, such as `E0601`, where it has one. */
  readonly code: string | null;
  /** What to do instead. */
  readonly help: string | null;

  constructor(failure: Failure) {
    super(failure.help ? `${failure.message}; ${failure.help}` : failure.message);
    this.code = failure.code;
    this.help = failure.help;
  }
}
