// A worker with the library in it: a request in, an answer out. A search goes on in slices, between which
// the worker hears what it is told.

import { open } from "./door";

const scope = self as unknown as {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
};
let ask: (request: string) => string;

/** The request whose search is going on. */
let searching: number | undefined;
/** Milliseconds. */
const SLICE = 50;
// What is posted here comes behind what the page has posted.
const turn = new MessageChannel();
turn.port1.onmessage = () => {
  if (searching !== undefined) answer(searching, JSON.stringify({ op: "go-on", slice: SLICE }));
};

/** Answers a request, unless a search is going on for it. */
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
    // It may have ended by itself.
    if (message.end === searching) answer(searching, JSON.stringify({ op: "end-search" }));
    return;
  }
  answer(message.id!, message.request!);
};
