// A worker with the library: takes requests and returns answers. A search runs in slices, between which the
// worker processes other messages.

import { open } from "./wasm";

const scope = self as unknown as {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
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
  const message = event.data as { module?: WebAssembly.Module; id?: number; request?: string; end?: number };
  if (message.module) {
    ask = await open(message.module, (told) => scope.postMessage({ told }));
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
