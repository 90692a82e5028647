// The evaluation files of built-in variants.

import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../crates/evaluations/files/", import.meta.url);

/** The names of the files with their texts, without comments. */
export function evaluationFiles() {
  return readdirSync(folder).sort().map((file) => {
    const text = readFileSync(new URL(file, folder), "utf8").replace(/^#.*\n/gm, "");
    return [file.slice(0, -".eval.toml".length), text];
  });
}
