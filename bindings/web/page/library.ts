// The library as the page gets it: its files, and workers for them.

import type { Port } from "./client";

let compiled: Promise<WebAssembly.Module> | undefined;

/** The library, fetched and compiled once for all workers. */
export function library(): Promise<WebAssembly.Module> {
  compiled ??= unpacked("ferz.bin", "application/wasm").then((wasm) => WebAssembly.compileStreaming(wasm));
  return compiled;
}

/** A file of the page that is kept packed, because not every file server packs what it sends. */
export async function unpacked(file: string, type: string): Promise<Response> {
  const packed = await fetch(file);
  if (!packed.ok || !packed.body) throw new Error(`${file}: ${packed.status}`);
  const stream = packed.body.pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream, { headers: { "Content-Type": type } });
}

/** A worker of the page. */
export async function startWorker(): Promise<{ worker: Port; module: WebAssembly.Module }> {
  const module = await library();
  return { worker: new Worker("worker.js") as Port, module };
}
