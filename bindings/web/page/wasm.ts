// The WebAssembly interface of the library: takes a request as text, and returns the answer as text.

import { system, type Threads } from "./threads";

interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  call(): number;
  answer(): number;
  /** Of a library with threads: must be called once, and runs a thread. */
  _initialize?(): void;
  wasi_thread_start?(number: number, argument: number): void;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of the library; `hear` receives its reports. */
async function instantiate(module: WebAssembly.Module, hear: (told: string) => void, threads?: Threads) {
  // Text in shared memory is copied before it is decoded.
  const text = (place: number, length: number) => decoder.decode(new Uint8Array(library.memory.buffer, place, length).slice());
  const instance = await WebAssembly.instantiate(module, {
    ferz: {
      now: () => performance.now(),
      report: (place: number, length: number) => hear(text(place, length)),
    },
    ...(threads && system(threads)),
  });
  const library = instance.exports as unknown as Exports;
  return { library, text };
}

/** Opens the library; `hear` receives its reports, such as the progress of a search. */
export async function open(module: WebAssembly.Module, hear: (told: string) => void, threads?: Threads): Promise<(request: string) => string> {
  const { library, text } = await instantiate(module, hear, threads);
  library._initialize?.();
  return (request) => {
    const bytes = encoder.encode(request);
    const place = library.reserve(bytes.length);
    new Uint8Array(library.memory.buffer, place, bytes.length).set(bytes);
    const length = library.call();
    return text(library.answer(), length);
  };
}

/** Opens the library for a worker of its threads, and returns the function that runs one. */
export async function openThread(module: WebAssembly.Module, threads: Threads): Promise<(number: number, argument: number) => void> {
  const { library } = await instantiate(module, () => {}, threads);
  return library.wasi_thread_start!;
}
