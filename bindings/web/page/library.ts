// Loads the library and the files of the page, and starts workers.

import type { Port } from "./client";

let compiled: Promise<WebAssembly.Module> | undefined;

/** The compiled library, fetched once for all workers. */
export function library(): Promise<WebAssembly.Module> {
  compiled ??= compile("ferz.bin");
  return compiled;
}

async function compile(file: string): Promise<WebAssembly.Module> {
  return WebAssembly.compileStreaming(await unpacked(file, "application/wasm"));
}

/** Fetches a compressed file of the page, because not every server compresses files. */
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

let threaded: Promise<WebAssembly.Module> | undefined;

/** A worker of the page for searches. Where the page is isolated, its library has threads. */
export async function startEngine(): Promise<{ worker: Port; module: WebAssembly.Module }> {
  if (!crossOriginIsolated) return startWorker();
  threaded ??= compile("ferz-threads.bin").catch(library);
  const module = await threaded;
  return { worker: new Worker("worker.js") as Port, module };
}

let evaluations: Promise<Record<string, string>> | undefined;

/** A built-in evaluation. All are fetched with the first search. */
export async function evaluationFile(name: string): Promise<string> {
  evaluations ??= unpacked("evaluations.bin", "application/json").then((file) => file.json() as Promise<Record<string, string>>);
  evaluations.catch(() => (evaluations = undefined));
  return (await evaluations)[name]!;
}
