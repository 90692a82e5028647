// Runs all tests; the last line is `N passed, N failed`.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { here } from "./setup.mjs";

const only = process.env.ONLY;
const files = readdirSync(here).filter((file) => file.endsWith(".test.mjs") && (!only || file.includes(only))).sort();
let passed = 0;
let failed = 0;
// With a timeout, because a page left open after a failure would keep its file from ending.
const stream = run({ timeout: 1_200_000, files: files.map((file) => join(here, file)), concurrency: 1 });
const isTest = (data) => data.details.type !== "suite" && !data.skip && !files.some((file) => data.name.endsWith(file));
stream.on("test:pass", (data) => (passed += Number(isTest(data))));
stream.on("test:fail", (data) => (failed += Number(isTest(data))));
const report = stream.compose(new spec());
report.pipe(process.stdout);
report.on("end", () => {
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? 0 : 1);
});
