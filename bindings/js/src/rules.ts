// The package in browsers, with the library that contains only the rules.

import type { Ferz } from "./core";
import { type LoadOptions, loadFrom } from "./ferz";

export * from "./core";
export type { LoadOptions } from "./ferz";

/** Loads the library that contains only the rules. */
export function load(options: LoadOptions = {}): Promise<Ferz> {
  return loadFrom(new URL("./ferz-rules.wasm", import.meta.url), options);
}
