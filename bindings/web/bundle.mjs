// Puts the page together: node bundle.mjs LIBRARY.wasm FOLDER

import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, deflateRawSync } from "node:zlib";
import { build } from "esbuild";
import { open } from "./door.mjs";

const [library, folder] = process.argv.slice(2);
if (!library || !folder) {
  console.error("usage: node bundle.mjs LIBRARY.wasm FOLDER");
  process.exit(2);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const wasm = readFileSync(library);
const packed = deflateRawSync(wasm, { level: 9 });
writeFileSync(join(folder, "ferz.bin"), packed);
for (const file of ["index.html", "icon.svg"]) copyFileSync(join("page", file), join(folder, file));
const styles = ["style.css", "board.css"].map((file) => readFileSync(join("page", file), "utf8"));
writeFileSync(join(folder, "style.css"), styles.join(""));

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
await build({ ...options, entryPoints: ["page/worker.ts"], outfile: join(folder, "worker.js"), format: "iife" });

// What never changes while the page is open is asked once, here.
const { ask } = open(wasm);
writeFileSync(join(folder, "games.json"), JSON.stringify(ask({ op: "builtins" }).ok));

// The boards of all games for their list.
for (const theme of ["light", "dark"]) {
  const boards = {};
  for (const { name } of ask({ op: "builtins" }).ok) {
    ask({ op: "open", variant: name });
    boards[name] = ask({ op: "picture", theme, bare: true }).ok.svg;
  }
  writeFileSync(join(folder, `boards-${theme}.bin`), deflateRawSync(JSON.stringify(boards), { level: 9 }));
}

// The first board stands before the library is there: what the page will ask first is asked here.
const { outputFiles } = await build({ ...options, entryPoints: ["page/first.ts"], write: false });
const { firstFile, firstRequests } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
for (const theme of ["light", "dark"]) {
  const answers = firstRequests(theme).map((request) => [JSON.stringify(request), ask(request).ok]);
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
