// The worker in Node: that of browsers, with the global scope that it expects.

import { parentPort } from "node:worker_threads";

const scope: { onmessage: ((event: { data: unknown }) => void) | null; postMessage(message: unknown): void } = {
  onmessage: null,
  postMessage: (message) => parentPort!.postMessage(message),
};
(globalThis as { self?: unknown }).self = scope;
parentPort!.on("message", (data: unknown) => scope.onmessage?.({ data }));
await import("../../web/page/worker");
