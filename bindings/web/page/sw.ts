// Service worker: caches the page for offline use. The version changes with every file of the page.

declare const VERSION: string;
declare const FILES: string[];

interface Waits {
  waitUntil(what: Promise<unknown>): void;
}
interface Fetches {
  request: Request;
  respondWith(what: Promise<Response>): void;
}
const scope = self as unknown as {
  addEventListener(kind: "install" | "activate", act: (event: Waits) => void): void;
  addEventListener(kind: "fetch", act: (event: Fetches) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
  location: Location;
};

scope.addEventListener("install", (event) => {
  const fill = caches.open(VERSION).then((cache) => cache.addAll(FILES));
  event.waitUntil(fill.then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  const clean = caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))));
  event.waitUntil(clean.then(() => scope.clients.claim()));
});

scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== scope.location.origin) return;
  const kept = caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then(async (found) => isolated(found ?? (await fetch(event.request)))));
});

/** A file of an isolated page, in which the library may have threads: many servers of files cannot send these headers. */
function isolated(file: Response): Response {
  const headers = new Headers(file.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(file.body, { status: file.status, statusText: file.statusText, headers });
}
export {};
