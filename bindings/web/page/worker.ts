// A worker with the library in it: a request in, an answer out.

interface Door {
  memory: WebAssembly.Memory;
  reserve(length: number): number;
  call(): number;
  answer(): number;
}

const scope = self as unknown as {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
};
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let door: Door | undefined;

function text(place: number, length: number): string {
  return decoder.decode(new Uint8Array(door!.memory.buffer, place, length));
}

function ask(request: string): string {
  const bytes = encoder.encode(request);
  const place = door!.reserve(bytes.length);
  new Uint8Array(door!.memory.buffer, place, bytes.length).set(bytes);
  const length = door!.call();
  return text(door!.answer(), length);
}

scope.onmessage = async (event: MessageEvent) => {
  const message = event.data as { module?: WebAssembly.Module; id?: number; request?: string };
  if (message.module) {
    const instance = await WebAssembly.instantiate(message.module, {
      ferz: {
        now: () => performance.now(),
        report: (place: number, length: number) => scope.postMessage({ told: text(place, length) }),
      },
    });
    door = instance.exports as unknown as Door;
    scope.postMessage({ ready: true });
    return;
  }
  try {
    scope.postMessage({ id: message.id, answer: ask(message.request!) });
  } catch (error) {
    scope.postMessage({ id: message.id, broken: String(error) });
  }
};
export {};
