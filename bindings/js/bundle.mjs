// Builds the npm package: node bundle.mjs LIBRARY.wasm RULES.wasm FOLDER PROFILE
//
// The first library is complete, the second one has only the rules. The build tools are those of the page. It
// is an error if a release exceeds its size limit.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { evaluationFiles } from "../web/evaluations.mjs";
import { squeeze } from "../web/squeeze.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
const tools = createRequire(join(here, "../web/package.json"));
const { build } = tools("esbuild");

const [whole, rules, folder, profile] = process.argv.slice(2);
if (!whole || !rules || !folder || !profile) {
  console.error("usage: node bundle.mjs LIBRARY.wasm RULES.wasm FOLDER PROFILE");
  process.exit(2);
}
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "ferz.wasm"), squeeze(readFileSync(whole)));
writeFileSync(join(folder, "ferz-rules.wasm"), squeeze(readFileSync(rules)));

const options = {
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  logLevel: "warning",
  loader: { ".css": "text" },
};
const source = (name) => join(here, "src", `${name}.ts`);
// Each evaluation is a module of its own, so that a search loads only that of its game.
mkdirSync(join(folder, "evaluations"));
const rows = evaluationFiles().map(([name, text]) => {
  writeFileSync(join(folder, "evaluations", `${name}.js`), `export default ${JSON.stringify(text)};\n`);
  return `  ${JSON.stringify(name)}: () => import("./evaluations/${name}.js"),\n`;
});
writeFileSync(join(folder, "evaluations.js"), `export const evaluations = {\n${rows.join("")}};\n`);

// Modules that the entry points share.
const shared = ["./core", "./ferz", "./node"];
const keep = {
  name: "keep",
  setup(build) {
    build.onResolve({ filter: /^\.\/(core|ferz|node)$/ }, ({ path }) => ({ path: `${path}.js`, external: true }));
  },
};
for (const name of ["core", "ferz", "rules", "node", "node-rules"]) {
  const plugins = [keep];
  await build({ ...options, plugins, entryPoints: [source(name)], outfile: join(folder, `${name}.js`), external: ["node:*", "./evaluations.js", ...shared] });
}
// These are bundled: the board is a single script for pages, and a worker cannot load modules.
await build({ ...options, minify: true, entryPoints: [source("board")], outfile: join(folder, "board.js"), external: ["./evaluations.js"] });
await build({ ...options, entryPoints: [source("node-worker")], outfile: join(folder, "node-worker.js"), external: ["node:*"] });
await build({ ...options, entryPoints: [join(here, "../web/page/worker.ts")], outfile: join(folder, "worker.js"), minify: true, format: "iife" });
execFileSync(process.execPath, [tools.resolve("typescript/bin/tsc"), "-p", here, "--outDir", join(folder, "types")], { stdio: "inherit" });

// The types must be found by module resolution as in Node.
for (const file of readdirSync(join(folder, "types"), { recursive: true }).filter((file) => file.endsWith(".d.ts"))) {
  const path = join(folder, "types", file);
  writeFileSync(path, readFileSync(path, "utf8").replace(/(from "\.[^"]*)"/g, '$1.js"'));
}

// The metadata come from the crate.
const manifest = readFileSync(join(root, "Cargo.toml"), "utf8");
const sections = ["package", "workspace.package"].map((name) => manifest.split(`[${name}]\n`)[1].split(/^\[/m)[0]);
const crate = Object.fromEntries(sections.flatMap((text) => [...text.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, key, value]) => [key, value])));
const { name, ...rest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
const { version, description, license, homepage, repository } = crate;
const metadata = { name, version, description, license, homepage, repository: { type: "git", url: `git+${repository}.git`, directory: "bindings/js" }, ...rest };
writeFileSync(join(folder, "package.json"), JSON.stringify(metadata, null, 2) + "\n");
for (const file of ["LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(root, file), join(folder, file));
copyFileSync(join(here, "README.md"), join(folder, "README.md"));

const kb = (bytes) => String(Math.round(bytes / 1000)).padStart(6) + " kB";
const compress = promisify(brotliCompress);
const files = readdirSync(folder).filter((file) => /\.(js|wasm)$/.test(file));
const packed = await Promise.all(
  files.map(async (file) => {
    const bytes = readFileSync(join(folder, file));
    const { length } = await compress(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    return [file, length];
  }),
);
for (const [file, length] of packed) {
  console.log(`${file.padEnd(16)}${kb(statSync(join(folder, file)).size)}${kb(length)} with brotli`);
}
const sizes = Object.fromEntries(packed);
// With room for another order of functions, which compresses a percent worse.
const limits = { "ferz-rules.wasm": 910_000, "ferz.wasm": 1_310_000 };
for (const [file, limit] of Object.entries(limits)) {
  if (profile === "release" && sizes[file] > limit) {
    console.error(`${file} has ${sizes[file]} bytes with brotli, more than ${limit}`);
    process.exitCode = 1;
  }
}
