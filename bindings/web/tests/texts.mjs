// All texts of the page that are translated: those of `t("…")` in the code, and those of the document.

import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("../page/", import.meta.url);

/** Words that are the same everywhere: names, formats, signs. */
const NAMES = new Set(["Ferz", "TOML", "variants.ini", "Fairy-Max", "Interactive Diagram", "FEN", "…", "|◀", "◀", "▶", "▶|", "/ e2e4", "Chess"]);

export function texts() {
  const found = new Set();
  const code = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  for (const file of code) {
    const text = readFileSync(new URL(file, folder), "utf8");
    for (const [, words] of text.matchAll(/\bt\(\s*"((?:[^"\\]|\\.)*)"/g)) found.add(words);
    // Words that are chosen before they are translated.
    for (const [, list] of text.matchAll(/\/\* translated \*\/ ([\s\S]*?);/g)) {
      for (const [, words] of list.matchAll(/"((?:[^"\\]|\\.)*)"(?:\s*:)?/g)) if (!list.includes(`"${words}":`)) found.add(words);
    }
  }
  const html = readFileSync(new URL("index.html", folder), "utf8").replace(/<head>[\s\S]*<\/head>/, "");
  for (const [, words] of html.matchAll(/>([^<>]+)</g)) if (words.trim()) found.add(words.trim());
  for (const [, words] of html.matchAll(/(?:aria-label|title|placeholder)="([^"]+)"/g)) found.add(words);
  return [...found].filter((words) => !NAMES.has(words)).sort();
}
