// Writes a page of Interactive Diagrams that one script turns into boards: node gallery.mjs FOLDER [SCRIPT]
//
// Eleven of them come from pages of their authors; the others are built-in games in the same format. The page
// contains the divs and only the script, by default that of the package in `dist`.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [folder, script = "ferz/board.js"] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node gallery.mjs FOLDER [SCRIPT]");
  process.exit(2);
}
const { load } = await import("./dist/node.js");
const ferz = await load();

const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escaped = (text) => text.replace(/[&<>]/g, (sign) => signs[sign]);
const real = join(here, "../../tests/data/diagrams/real");
const diagrams = readdirSync(real)
  // Two are truncated, and one is a palette of pieces.
  .filter((file) => !/truncated|piece-lab/.test(file))
  .sort()
  .map((file) => {
    const lines = readFileSync(join(real, file), "utf8").split("\n");
    const source = lines.find((line) => line.startsWith("# source: "))?.slice(10) ?? "";
    return { title: file.replace(/^\d+-|\.txt$/g, ""), source, text: lines.filter((line) => !line.startsWith("#")).join("\n").trim() };
  });
const builtin = ["capablanca", "grand", "shako", "gothic", "makruk", "shatranj", "courier", "grasshopper", "knightmate"];
for (const name of builtin) {
  const { text, losses } = ferz.convert(name, "diagram");
  const source = [...new Set(["built in", ...losses.map((loss) => loss.message)])].join("; ");
  diagrams.push({ title: new ferz.Board(name).title, source, text: text.replace(/^#.*\n/gm, "").trim() });
}

const sections = diagrams.map(
  ({ title, source, text }, index) =>
    `<section><h2>${escaped(title)}</h2><p>${escaped(source)}</p>\n<div class="idiagram" id="diagram-${index + 1}">${escaped(text)}</div></section>`,
);
mkdirSync(folder, { recursive: true });
writeFileSync(
  join(folder, "index.html"),
  `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Interactive Diagrams with ferz-board</title>
<link rel="stylesheet" href="gallery.css">
<script type="module" src="${script}"></script>
</head>
<body>
<h1>Interactive Diagrams with ferz-board</h1>
<main>
${sections.join("\n")}
</main>
</body>
</html>
`,
);
writeFileSync(
  join(folder, "gallery.css"),
  `body { font: 16px/1.4 system-ui, sans-serif; margin: 1rem; color-scheme: light dark; }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem 2rem; }
section { min-width: 0; }
h2 { margin: 0; font-size: 1.1rem; }
p { margin: 0; overflow-wrap: anywhere; font-size: 0.85rem; }
ferz-board { --ferz-square: 2.6rem; }
`,
);
if (script === "ferz/board.js") cpSync(join(here, "dist"), join(folder, "ferz"), { recursive: true });
console.log(`${diagrams.length} diagrams`);
