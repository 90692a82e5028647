// The package in browsers, with the library that has no engine and no pictures.

import type { Ferz } from "./core";
import { type LoadOptions, loadFrom } from "./ferz";

export * from "./core";
export type { LoadOptions } from "./ferz";

/** Loads the library without engine and pictures. */
export function load(options: LoadOptions = {}): Promise<Ferz> {
  return loadFrom(new URL("./ferz-rules.wasm", import.meta.url), options);
}
