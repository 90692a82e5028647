// Shared parts of the tests: the installed package, and the locations of other packages.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const here = dirname(fileURLToPath(import.meta.url));
/** An empty project in which `test` has installed the package. */
export const project = process.env.FERZ_PROJECT;
/** Resolves the build tools of the page. */
export const tools = createRequire(join(here, "../../web/package.json"));

/** An entry of the installed package. */
export function installed(entry = "") {
  const file = entry ? `node-${entry}.js` : "node.js";
  return import(pathToFileURL(join(project, "node_modules/ferz", file)));
}

/** A project next to ours with another package, or the reason why it is not available. */
export function peer(name, version) {
  const folder = join(process.env.FERZ_PEERS ?? join(dirname(project), "peers"), name);
  if (!existsSync(join(folder, "node_modules", name))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
    try {
      execFileSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`], { cwd: folder, stdio: "pipe" });
    } catch (error) {
      return { skip: `${name} cannot be installed: ${String(error.stderr ?? error).trim().split("\n")[0]}` };
    }
  }
  return { folder };
}
