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
  let door: Exports;
  const text = (place: number, length: number) => decoder.decode(new Uint8Array(door.memory.buffer, place, length));
  const instance = await WebAssembly.instantiate(module, {
    ferz: {
      now: () => performance.now(),
      report: (place: number, length: number) => hear(text(place, length)),
    },
  });
  door = instance.exports as unknown as Exports;
  return (request) => {
    const bytes = encoder.encode(request);
    const place = door.reserve(bytes.length);
    new Uint8Array(door.memory.buffer, place, bytes.length).set(bytes);
    const length = door.call();
    return text(door.answer(), length);
  };
}
