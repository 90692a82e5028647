// The parts of the Node API that the package uses.

declare module "node:fs/promises" {
  export function readFile(place: string | URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module "node:worker_threads" {
  interface Talks {
    postMessage(message: unknown): void;
    on(event: "message", hear: (message: never) => void): void;
    on(event: "error", hear: (error: Error) => void): void;
  }
  export class Worker implements Talks {
    constructor(place: URL);
    postMessage(message: unknown): void;
    on(event: "message", hear: (message: never) => void): void;
    on(event: "error", hear: (error: Error) => void): void;
    ref(): void;
    unref(): void;
    terminate(): Promise<number>;
  }
  export const parentPort: Talks | null;
}
