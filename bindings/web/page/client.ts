// A worker with the library, which answers one request at a time and is replaced if it hangs.

import type { Failure } from "./types";

export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** A worker crashed or did not answer in time, and has been replaced. */
export class Restarted extends Error {}

/** The interface of a worker, as in browsers. */
export interface Port {
  postMessage(message: unknown): void;
  terminate(): unknown;
  onmessage: ((event: { data: Record<string, unknown> }) => void) | null;
  onerror: ((event: never) => void) | null;
}

/** Starts a worker, and returns it with the library to load. */
export type Start = () => Promise<{ worker: Port; module: WebAssembly.Module }>;

/** The waiting time after which a busy sign is shown, in milliseconds. */
const BUSY = 150;
/** The time limit for the last slice of a search that must end, in milliseconds. */
const LAST = 3000;

interface Waiting {
  id: number;
  request: string;
  limit: number;
  sent: boolean;
  /** Whether its search has begun, and whether it must end soon. */
  alive: boolean;
  hurried: boolean;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A client for one worker, which answers one request at a time. */
export class Client {
  private worker: Port | undefined;
  private ready: Promise<void> | undefined;
  private queue: Waiting[] = [];
  private active: Waiting | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private count = 0;
  private foretold: Record<string, unknown> | undefined;
  /** Resolves when the library has processed all requests that were answered in its place. */
  caughtUp: Promise<unknown> = Promise.resolve();
  /** The number of worker restarts. */
  restarts = 0;
  /** Called after a restart and before other requests, to restore the state in the new worker. */
  onrestart: (() => void) | undefined;
  onreport: ((report: unknown) => void) | undefined;
  /** Called when answers take a while, and when all have arrived. */
  onbusy: ((isBusy: boolean) => void) | undefined;
  private waited = 0;
  private wait: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly silence: () => number,
    private readonly begin: Start,
  ) {}

  /** Sets known answers to the first requests, which are used as long as no other request is made. */
  preload(answers: Record<string, unknown>): void {
    this.foretold = answers;
  }

  ask<T>(request: object, limit?: number): Promise<T> {
    const written = JSON.stringify(request);
    const known = this.foretold?.[written] as T | undefined;
    const heard = this.send<T>(written, limit);
    if (known === undefined) {
      this.foretold = undefined;
      return heard;
    }
    // The library gets the request too, because later requests build on it.
    this.caughtUp = Promise.all([this.caughtUp, heard]);
    this.caughtUp.catch(() => {});
    return Promise.resolve(known);
  }

  /** Counts pending answers. */
  private waiting(more: 1 | -1): void {
    this.waited += more;
    if (!this.onbusy) return;
    if (this.waited > 0) this.wait ??= setTimeout(() => this.onbusy?.(true), BUSY);
    else {
      clearTimeout(this.wait);
      this.wait = undefined;
      this.onbusy(false);
    }
  }

  private send<T>(request: string, limit?: number): Promise<T> {
    return this.working(this.put<T>(request, limit));
  }

  /** Counts a pending promise as work. */
  working<T>(answer: Promise<T>): Promise<T> {
    this.waiting(1);
    const settle = () => this.waiting(-1);
    answer.then(settle, settle);
    return answer;
  }

  private put<T>(request: string, limit?: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.queue.push({
        id: ++this.count,
        request,
        limit: limit ?? this.silence(),
        sent: false,
        alive: false,
        hurried: false,
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      void this.next();
    });
  }

  /** Ends the running search, which answers with its result so far. */
  hurry(): void {
    const one = this.active;
    if (!one || one.hurried) return;
    one.hurried = true;
    if (one.sent) this.tellToEnd(one);
  }

  private tellToEnd(one: Waiting): void {
    this.worker!.postMessage({ end: one.id });
    // The preparations of a search may take long before it begins.
    if (one.alive) this.watch(one, LAST);
  }

  /** Sets the time limit of a request from now on. */
  private watch(one: Waiting, limit = one.limit): void {
    clearTimeout(this.timer);
    if (Number.isFinite(limit)) {
      this.timer = setTimeout(() => this.replace("it took too long"), limit);
    }
  }

  private async next(): Promise<void> {
    if (this.active || this.queue.length === 0) return;
    const one = (this.active = this.queue.shift()!);
    try {
      await this.start();
    } catch (error) {
      this.active = undefined;
      one.reject(error as Error);
      return;
    }
    if (this.active !== one) return;
    this.watch(one);
    this.worker!.postMessage({ id: one.id, request: one.request });
    one.sent = true;
    if (one.hurried) this.tellToEnd(one);
  }

  private start(): Promise<void> {
    this.ready ??= this.begin().then(
      ({ worker, module }) =>
        new Promise<void>((resolve, reject) => {
          this.worker = worker;
          worker.onerror = () => reject(new Error("the worker could not be started"));
          worker.onmessage = (event) => this.hear(event.data, resolve);
          worker.postMessage({ module });
        }),
    );
    return this.ready;
  }

  private hear(message: Record<string, unknown>, ready: () => void): void {
    if (message.ready) return ready();
    if (typeof message.told === "string") {
      this.onreport?.(JSON.parse(message.told));
      return;
    }
    const one = this.active;
    if (one && message.alive === one.id) {
      // Only silence has a time limit.
      if (!one.hurried) this.watch(one);
      else if (!one.alive) this.watch(one, LAST);
      one.alive = true;
      return;
    }
    if (!one || message.id !== one.id) return;
    if (typeof message.broken === "string") return this.replace(message.broken);
    clearTimeout(this.timer);
    this.active = undefined;
    const said = JSON.parse(message.answer as string) as { ok?: unknown; error?: Failure };
    if (said.error) one.reject(new Refused(said.error));
    else one.resolve(said.ok);
    void this.next();
  }

  private replace(reason: string): void {
    this.restarts += 1;
    this.end(new Restarted(reason));
    const waiting = this.queue.splice(0);
    this.onrestart?.();
    this.queue.push(...waiting);
    void this.next();
  }

  /** Terminates the worker. Pending requests fail; the next request starts another worker. */
  close(): void {
    const waiting = this.queue.splice(0);
    this.end(new Restarted("it was closed"));
    for (const one of waiting) one.reject(new Restarted("it was closed"));
  }

  private end(reason: Error): void {
    clearTimeout(this.timer);
    this.worker?.terminate();
    this.worker = undefined;
    this.ready = undefined;
    const one = this.active;
    this.active = undefined;
    one?.reject(reason);
  }
}
