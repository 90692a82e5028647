// A worker with the library: takes requests and returns answers. A search runs in slices, between which the
// worker processes other messages.

import { free, isThreaded, newThreads, runThreads, startThreads, type Threads } from "./threads";
import { open, openThread } from "./wasm";

const scope = self as unknown as {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  location: { href: string };
};
let ask: (request: string) => string;

/** The id of the request whose search is running. */
let searching: number | undefined;
/** The length of a slice, in milliseconds. */
const SLICE = 50;
// Messages posted here are queued after those of the page.
const turn = new MessageChannel();
turn.port1.onmessage = () => {
  if (searching !== undefined) answer(searching, JSON.stringify({ op: "go-on", slice: SLICE }));
};

/** Answers a request, unless its search is still running. */
function answer(id: number, request: string): void {
  try {
    const said = ask(request);
    searching = said.startsWith('{"ok":{"going":true') ? id : undefined;
    if (searching === undefined) return scope.postMessage({ id, answer: said });
    scope.postMessage({ alive: id });
    turn.port2.postMessage(null);
  } catch (error) {
    scope.postMessage({ id, broken: String(error) });
  }
}

scope.onmessage = async (event: MessageEvent) => {
  const message = event.data as { module?: WebAssembly.Module; threads?: Threads; slot?: number; id?: number; request?: string; end?: number };
  if (message.threads) {
    const run = await openThread(message.module!, message.threads);
    free(message.threads, message.slot!);
    scope.postMessage({ ready: true });
    runThreads(message.threads, message.slot!, run);
  }
  if (message.module) {
    const { module } = message;
    const threads = isThreaded(module) ? newThreads() : undefined;
    ask = await open(module, (told) => scope.postMessage({ told }), threads);
    if (threads) await startThreads(module, threads, () => new Worker(scope.location.href));
    scope.postMessage({ ready: true });
    return;
  }
  if (message.end !== undefined) {
    // The search may have ended by itself.
    if (message.end === searching) answer(searching, JSON.stringify({ op: "end-search" }));
    return;
  }
  answer(message.id!, message.request!);
};
