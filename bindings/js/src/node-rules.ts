// The package in Node, with the library that has the rules alone.

import type { Ferz } from "./core";
import type { LoadOptions } from "./ferz";
import { loadFrom } from "./node";

export * from "./core";

/** Loads the library of the rules alone. */
export function load(options: LoadOptions = {}): Promise<Ferz> {
  return loadFrom(new URL("./ferz-rules.wasm", import.meta.url), options);
}
