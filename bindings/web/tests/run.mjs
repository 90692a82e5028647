// The page in a real browser: node tests/run.mjs FOLDER [--pictures FOLDER]
//
// The browser is Chromium: where CHROMIUM says, or where it is usually installed. The last line is
// `N passed, N failed`.

import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";
import { open } from "../wasm.mjs";
import { Page } from "./page.mjs";
import { serve } from "./serve.mjs";

const folder = process.argv[2] ?? "dist";
const pictures = process.argv[3] === "--pictures" ? process.argv[4] : undefined;
const only = process.env.ONLY;

const found = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = found.find((path) => path && existsSync(path));
if (!executablePath) {
  console.log("skipped: there is no Chromium");
  console.log("0 passed, 0 failed");
  process.exit(0);
}

const server = await serve(folder);
// Only what root needs inside of containers; the sandbox is on for everybody else.
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath, args });
const library = open(inflateRawSync(readFileSync(join(folder, "ferz.bin"))));
if (pictures) mkdirSync(pictures, { recursive: true });

/** Milliseconds for one test. */
const LIMIT = 300_000;

let passed = 0;
let failed = 0;
const files = readdirSync(new URL(".", import.meta.url)).filter((file) => file.endsWith(".test.mjs")).sort();
const tests = [];
for (const file of files) {
  for (const [name, test] of Object.entries((await import(`./${file}`)).tests)) {
    if (!only || `${file} ${name}`.includes(only)) tests.push({ name, ...test });
  }
}

/** What a promise gives, if it comes before the time for one test is over: one that hangs fails, and the others run. */
function inTime(promise) {
  let timer;
  const over = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no end within ${LIMIT / 1000} s`)), LIMIT);
  });
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

async function attempt({ name, run, alone, ...options }) {
  const begun = performance.now();
  let page;
  try {
    page = await inTime(Page.begin(browser, server, options));
    await inTime(run(page, { library, server, browser, pictures }));
    page.mustBeQuiet();
    passed += 1;
    console.log(`ok      ${name} (${Math.round(performance.now() - begun)} ms)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
    if (process.env.FAILURES) await page?.page.screenshot({ path: join(process.env.FAILURES, `${name.replace(/\W+/g, "-")}.png`) }).catch(() => {});
  }
  await inTime(page?.end()).catch(() => {});
}

// Two at a time; those that look at the clock or share the clipboard run alone at the end.
const queue = tests.filter(({ alone }) => !alone);
async function worker() {
  for (let test = queue.shift(); test; test = queue.shift()) await attempt(test);
}
await Promise.all([worker(), worker()]);
for (const test of tests.filter(({ alone }) => alone)) await attempt(test);
await browser.close();
server.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
