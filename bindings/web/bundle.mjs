// Builds the page: node bundle.mjs LIBRARY.wasm FOLDER [THREADED.wasm]

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, deflateRawSync } from "node:zlib";
import { build, transform } from "esbuild";
import { evaluationFiles } from "./evaluations.mjs";
import { squeeze } from "./squeeze.mjs";
import { open } from "./wasm.mjs";

const [library, folder, threaded] = process.argv.slice(2);
if (!library || !folder) {
  console.error("usage: node bundle.mjs LIBRARY.wasm FOLDER [THREADED.wasm]");
  process.exit(2);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const wasm = squeeze(readFileSync(library));
const packed = deflateRawSync(wasm, { level: 9 });
writeFileSync(join(folder, "ferz.bin"), packed);
if (threaded) writeFileSync(join(folder, "ferz-threads.bin"), deflateRawSync(squeeze(readFileSync(threaded)), { level: 9 }));
for (const file of ["index.html", "icon.svg", "manifest.json"]) copyFileSync(join("page", file), join(folder, file));
const styles = ["style.css", "board.css"].map((file) => readFileSync(join("page", file), "utf8"));
writeFileSync(join(folder, "style.css"), (await transform(styles.join(""), { loader: "css", minify: true })).code);

const options = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  legalComments: "eof",
  logLevel: "warning",
};
await build({ ...options, entryPoints: ["page/main.ts"], outfile: join(folder, "main.js"), external: ["./rich.js"] });
await build({ ...options, entryPoints: ["page/rich.ts"], outfile: join(folder, "rich.js") });
for (const name of ["worker", "gif"]) {
  await build({ ...options, entryPoints: [`page/${name}.ts`], outfile: join(folder, `${name}.js`), format: "iife" });
}

const { ask } = open(wasm);
const root = join("..", "..");

/** The tags of a game in the game list, derived from its resolved definition. */
function tags({ name, title, source, pieces, files, ranks, from }, resolved, view) {
  const known = `${name} ${title} ${source ?? ""}`.toLowerCase();
  const squares = files * ranks;
  const is = {
    // Few pieces, and hardly any rule that chess does not have.
    easy: squares <= 64 && pieces.length <= 6 && resolved.replace(/^source = .*/m, "").length < 580 && !/\bturns\b|\buse\b|effects|forbid/.test(resolved),
    small: squares < 64,
    big: squares >= 100,
    hex: /hex|gli[nń]ski|mccooey|shafran/.test(known),
    levels: /raumschach|alice|dragonchess|three-dimensional/.test(known),
    drops: view.hands.some((hand) => hand.length > 0) || /captured = 'captor'/.test(resolved),
    "several moves": /\bturns\b/.test(resolved),
    "no check": /royal = '(capture|none)'/.test(resolved),
    regional: /xiangqi|shogi|janggi|makruk|sittuyin|shatar|chaturanga|makpong|cambodian|karouk|asean|wok|raazuvaa|manchu|jeson|senterej|orda\b|empire|\b(china|japan|korea|thailand|burma|mongolia|india)\b/.test(known),
    historic: /traditional|century|medieval|before 1\d{3}|libro de los juegos|\b1[0-8]\d\d\b/.test(known),
    examples: from === "example",
    rules: from === "rule",
  };
  return Object.keys(is).filter((tag) => is[tag]);
}

// Data that never change while the page is open are computed at build time.
const games = [];
const examples = {};
const boards = { light: {}, dark: {} };
function list(row, opened, convert) {
  const { view } = opened;
  const resolved = ask({ op: "convert", ...convert, to: "toml" }).ok?.text ?? "";
  games.push({ ...row, tags: tags(row, resolved, view) });
  for (const theme of ["light", "dark"]) boards[theme][`${row.from}/${row.name}`] = ask({ op: "picture", theme, bare: true }).ok.svg;
}
for (const row of ask({ op: "builtins" }).ok) {
  const opened = ask({ op: "open", variant: row.name, unchecked: true }).ok;
  list({ ...row, from: "variant" }, opened, { variant: row.name });
}
const folderOfExamples = join(root, "examples", "variants");
for (const file of readdirSync(folderOfExamples).filter((file) => file.endsWith(".toml")).sort()) {
  const name = file.slice(0, -".toml".length);
  const text = readFileSync(join(folderOfExamples, file), "utf8");
  const opened = ask({ op: "open", text, unchecked: true }).ok;
  if (!opened.view) {
    // A definition in the page cannot read other files.
    console.log(`  not in the list: ${file}: ${opened.refusal.message}`);
    continue;
  }
  examples[name] = text;
  const { files, ranks } = ask({ op: "board", theme: "light", below: "white" }).ok;
  const pieces = ask({ op: "pieces" }).ok.map((piece) => piece.name);
  list({ name, title: opened.title, source: opened.source, pieces, files, ranks, from: "example" }, opened, { text, variant: opened.variant });
}
// The rule library: each rule is shown as chess with that rule; rules that need a parameter are left to the
// editor.
for (const [, name, body] of readFileSync(join(root, "rules.toml"), "utf8").matchAll(/^\[([\w-]+)\]\n([^[]*(?:\[(?![\w-]+\]\n)[^[]*)*)/gm)) {
  const key = (key) => new RegExp(`^${key} = (?:'([^']*)'|"([^"]*)")`, "m").exec(body)?.slice(1).find((value) => value !== undefined);
  const opened = ask({ op: "open", text: `name = 'x'\ninherits = 'chess'\nrules.use.${name} = true\n`, unchecked: true }).ok;
  if (!opened.view) continue;
  games.push({ name, title: key("title") ?? name, source: key("source") ?? null, about: key("summary"), pieces: [], files: 8, ranks: 8, tags: ["rules"], from: "rule" });
}
writeFileSync(join(folder, "games.json"), JSON.stringify(games));
writeFileSync(join(folder, "examples.bin"), deflateRawSync(JSON.stringify(examples), { level: 9 }));
for (const theme of ["light", "dark"]) {
  writeFileSync(join(folder, `boards-${theme}.bin`), deflateRawSync(JSON.stringify(boards[theme]), { level: 9 }));
}

const evaluations = Object.fromEntries(evaluationFiles());
writeFileSync(join(folder, "evaluations.bin"), deflateRawSync(JSON.stringify(evaluations), { level: 9 }));

// The translations.
for (const file of readdirSync(join("page", "languages"))) {
  const words = JSON.parse(readFileSync(join("page", "languages", file), "utf8"));
  writeFileSync(join(folder, `language-${file}`), JSON.stringify(words));
}

// The first board is shown before the library is loaded, so the first requests of the page are answered here.
const { outputFiles } = await build({ ...options, entryPoints: ["page/first.ts"], write: false });
const { firstFile, firstRequests, movesRequest, squareOf } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
for (const theme of ["light", "dark"]) {
  const answers = firstRequests(theme).map((request) => [JSON.stringify(request), ask(request).ok]);
  const [opened, picture] = answers.map(([, answer]) => answer);
  const moves = movesRequest(opened, squareOf(opened, picture, "knight"), theme, "white");
  answers.push([JSON.stringify(moves), ask(moves).ok]);
  const text = JSON.stringify(Object.fromEntries(answers));
  writeFileSync(join(folder, firstFile(theme)), deflateRawSync(text, { level: 9 }));
}

const files = readdirSync(folder).sort();
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
await build({
  ...options,
  entryPoints: ["page/sw.ts"],
  outfile: join(folder, "sw.js"),
  format: "iife",
  define: {
    VERSION: JSON.stringify("ferz-" + hash.digest("hex").slice(0, 16)),
    FILES: JSON.stringify(["./", ...files.filter((file) => file !== "index.html")]),
  },
});

const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length } });
const kb = (bytes) => `${Math.round(bytes / 1000)} kB`;
console.log(`library: ${kb(wasm.length)}, ${kb(packed.length)} as sent, ${kb(brotli.length)} with brotli`);
for (const file of readdirSync(folder)) console.log(`  ${file}: ${kb(statSync(join(folder, file)).size)}`);
