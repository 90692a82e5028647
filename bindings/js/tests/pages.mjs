// Pages for tests: servers with strict policies, and a browser.

import { createServer } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { tools } from "./setup.mjs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves folders and texts by their paths, with given headers. */
export function serve(places, headers = {}) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    const found = Object.entries(places).find(([prefix]) => path.startsWith(prefix));
    const text = found && typeof found[1] !== "string" ? found[1][path.slice(found[0].length)] : undefined;
    const file = found && typeof found[1] === "string" ? join(found[1], path.slice(found[0].length)) : undefined;
    if (text === undefined && !(file && existsSync(file) && statSync(file).isFile())) return response.writeHead(404).end();
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    response.writeHead(200, { "Content-Type": type, ...headers }).end(text ?? readFileSync(file));
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve({ url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() }));
  });
}

const paths = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const executablePath = paths.find((path) => path && existsSync(path));
/** The reason why no browser is available, if so. */
export const noBrowser = executablePath ? false : "there is no Chromium";

export function launch() {
  // Root needs this inside containers; otherwise the sandbox is on.
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return tools("playwright-core").chromium.launch({ executablePath, args });
}

/** Opens a page, and collects the errors in its console. */
export async function visit(browser, url, options = {}) {
  const page = await browser.newPage(options);
  const noise = [];
  page.setDefaultTimeout(60_000);
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && noise.push(message.text()));
  page.on("pageerror", (error) => noise.push(error.message));
  await page.goto(url);
  return { page, noise };
}
