// The WebAssembly interface of the library: takes a request as text, and returns the answer as text.

interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  call(): number;
  answer(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Opens the library; `hear` receives its reports, such as the progress of a search. */
export async function open(module: WebAssembly.Module, hear: (told: string) => void): Promise<(request: string) => string> {
  let library: Exports;
  const text = (place: number, length: number) => decoder.decode(new Uint8Array(library.memory.buffer, place, length));
  const instance = await WebAssembly.instantiate(module, {
    ferz: {
      now: () => performance.now(),
      report: (place: number, length: number) => hear(text(place, length)),
    },
  });
  library = instance.exports as unknown as Exports;
  return (request) => {
    const bytes = encoder.encode(request);
    const place = library.reserve(bytes.length);
    new Uint8Array(library.memory.buffer, place, bytes.length).set(bytes);
    const length = library.call();
    return text(library.answer(), length);
  };
}
