// The door of the library: a request as text in, an answer as text out.

interface Exports {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  call(): number;
  answer(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Opens the library; `hear` takes what it tells by itself, such as how far a search has come. */
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
