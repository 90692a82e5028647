// The package in browsers.

import type { Port, Start } from "../../web/page/client";
import { type Ferz, openLibrary } from "./core";

export * from "./core";

/** The URL of the library, if it is not next to this module. */
export interface LoadOptions {
  wasm?: string | URL | BufferSource | WebAssembly.Module;
}

/** Starts a worker. A worker from another origin is not allowed, so its text is loaded. */
export async function startWorker(): Promise<Port> {
  const place = new URL("./worker.js", import.meta.url);
  // Bundlers recognize the worker by this expression, and may have inlined its text in the URL above.
  if (place.origin === location.origin || place.protocol === "data:") {
    return new Worker(new URL("./worker.js", import.meta.url)) as Port;
  }
  const said = await fetch(place);
  if (!said.ok) throw new Error(`${place}: ${said.status}`);
  const blob = URL.createObjectURL(new Blob([await said.text()], { type: "text/javascript" }));
  try {
    return new Worker(blob) as Port;
  } finally {
    URL.revokeObjectURL(blob);
  }
}

/** Fetches a library, and compiles it while streaming. */
export async function fetched(url: string | URL): Promise<WebAssembly.Module> {
  const said = await fetch(url);
  if (!said.ok) throw new Error(`${url}: ${said.status}`);
  const isNamed = said.headers.get("Content-Type") === "application/wasm";
  return isNamed ? WebAssembly.compileStreaming(said) : WebAssembly.compile(await said.arrayBuffer());
}

/** @internal Loads a library, by default one next to this module. */
export async function loadFrom(beside: URL, options: LoadOptions): Promise<Ferz> {
  const { wasm = beside } = options;
  const isAddress = typeof wasm === "string" || wasm instanceof URL;
  const module = wasm instanceof WebAssembly.Module ? wasm : await (isAddress ? fetched(wasm) : WebAssembly.compile(wasm));
  const start: Start = async () => ({ worker: await startWorker(), module });
  return openLibrary(module, start);
}

/** Loads the library. */
export function load(options: LoadOptions = {}): Promise<Ferz> {
  return loadFrom(new URL("./ferz.wasm", import.meta.url), options);
}
