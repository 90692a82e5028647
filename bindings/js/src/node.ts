// The package in Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { Port, Start } from "../../web/page/client";
import { type Ferz, openLibrary } from "./core";
import type { LoadOptions } from "./ferz";

export * from "./core";

/** A worker with the interface of browsers. It keeps the process alive only while a request is open. */
function worker(): Port {
  const thread = new Worker(new URL("./node-worker.js", import.meta.url));
  const port: Port = {
    onmessage: null,
    onerror: null,
    postMessage(message) {
      thread.ref();
      thread.postMessage(message);
    },
    terminate: () => thread.terminate(),
  };
  thread.on("message", (data: Record<string, unknown>) => {
    if (data.id !== undefined) thread.unref();
    port.onmessage?.({ data });
  });
  thread.on("error", (error) => port.onerror?.(error as never));
  return port;
}

/** @internal Loads a library, by default one next to this module. */
export async function loadFrom(beside: URL, options: LoadOptions): Promise<Ferz> {
  const { wasm = beside } = options;
  const isPlace = typeof wasm === "string" || wasm instanceof URL;
  const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(isPlace ? await readFile(wasm) : wasm);
  const start: Start = async () => ({ worker: worker(), module });
  return openLibrary(module, start);
}

/** Loads the library. */
export function load(options: LoadOptions = {}): Promise<Ferz> {
  return loadFrom(new URL("./ferz.wasm", import.meta.url), options);
}
