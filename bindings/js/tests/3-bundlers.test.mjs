// Tests the package in browsers: bundled by Vite and by esbuild, and unbundled.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, noBrowser, serve, visit } from "./pages.mjs";
import { peer, project, tools } from "./setup.mjs";

const PROGRAM = (wasm) => `import { load } from "ferz";
const ferz = await load(${wasm});
const board = new ferz.Board("crazyhouse");
board.pushSanMoves("e4 d5 exd5");
const engine = ferz.engine();
const { best } = await engine.search(board, { depth: 2 });
document.title = [board.pocket("white"), board.isLegal(best), board.legalMoves().length].join(" ");
`;
const PAGE = '<!DOCTYPE html><html lang="en"><title>waits</title><link rel="icon" href="data:,"><script type="module" src="PROGRAM"></script></html>';
const SAID = /^P true \d+$/;

const vite = peer("vite", "8");
if (vite.skip) console.log(`skipped: ${vite.skip}`);

describe("the package in browsers", { skip: noBrowser }, () => {
  let browser;
  before(async () => (browser = await launch()));
  after(() => browser.close());

  async function runs(folder, path = "/index.html", headers = {}) {
    const server = await serve({ "/": folder }, headers);
    const { page, noise } = await visit(browser, server.url + path);
    try {
      await page.waitForFunction(() => document.title !== "waits").catch(() => {});
      assert.deepEqual(noise, []);
      assert.match(await page.title(), SAID);
    } finally {
      await page.close();
      server.close();
    }
  }

  test("a plain page uses it as it is", async () => {
    const folder = join(project, "plain");
    mkdirSync(folder, { recursive: true });
    cpSync(join(project, "node_modules/ferz"), join(folder, "ferz"), { recursive: true });
    writeFileSync(join(folder, "program.js"), PROGRAM("").replace('"ferz"', '"./ferz/ferz.js"'));
    writeFileSync(join(folder, "index.html"), PAGE.replace("PROGRAM", "program.js"));
    const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; img-src data:";
    await runs(folder, "/index.html", { "Content-Security-Policy": policy });
  });

  test("esbuild bundles it", async () => {
    const folder = join(project, "with-esbuild");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(project, "main.js"), 'import wasm from "ferz/ferz.wasm";\n' + PROGRAM("{ wasm }"));
    await tools("esbuild").build({
      entryPoints: [join(project, "main.js")], bundle: true, format: "esm", outdir: folder, absWorkingDir: project, loader: { ".wasm": "file" }, logLevel: "error",
    });
    // esbuild keeps URLs relative to modules as they are.
    copyFileSync(join(project, "node_modules/ferz/worker.js"), join(folder, "worker.js"));
    writeFileSync(join(folder, "index.html"), PAGE.replace("PROGRAM", "main.js"));
    await runs(folder);
  });

  test("Vite bundles it without being told anything", { skip: vite.skip }, async () => {
    const source = join(vite.folder, "source");
    mkdirSync(join(source, "node_modules"), { recursive: true });
    cpSync(join(project, "node_modules/ferz"), join(source, "node_modules/ferz"), { recursive: true });
    writeFileSync(join(source, "main.js"), PROGRAM(""));
    writeFileSync(join(source, "index.html"), PAGE.replace("PROGRAM", "/main.js"));
    execFileSync(process.execPath, [join(vite.folder, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error", "--target", "es2022"], { cwd: source, stdio: "pipe" });
    await runs(join(source, "dist"));
  });
});
