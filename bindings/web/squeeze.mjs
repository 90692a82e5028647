// What remains to be shortened in the library that the compiler builds.

import binaryen from "binaryen";

/**
 * The bytes of a library that does the same in less space: equal functions once, no writes that change nothing, and
 * low numbers for variables that are used often. Functions with similar names stand together, because they compress
 * well so; the library comes with names, and leaves without.
 */
export function squeeze(bytes) {
  const library = binaryen.readBinary(bytes);
  library.runPasses(["strip-debug", "duplicate-function-elimination", "rse", "vacuum", "reorder-functions-by-name", "reorder-locals"]);
  return library.emitBinary();
}
