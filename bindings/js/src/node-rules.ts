// The package in Node, with the library that contains only the rules.

import type { Ferz } from "./core";
import type { LoadOptions } from "./ferz";
import { loadFrom } from "./node";

export * from "./core";

/** Loads the library that contains only the rules. */
export function load(options: LoadOptions = {}): Promise<Ferz> {
  return loadFrom(new URL("./ferz-rules.wasm", import.meta.url), options);
}
