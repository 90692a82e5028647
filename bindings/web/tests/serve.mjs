// A file server for tests: what is in a folder, nothing else, with the strictest headers.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".bin": "application/octet-stream",
};

export function serve(folder) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname);
    asked.push(path);
    const file = join(folder, path.endsWith("/") ? path + "index.html" : path);
    if (!existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      resolve({ url: `http://127.0.0.1:${server.address().port}/`, asked, close: () => server.close() });
    });
  });
}
