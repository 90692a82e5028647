// Threads of a library with shared memory: each runs in a worker that waits for it. The library is built for
// WASI, of which it needs a clock, random numbers and the start of threads.

/** The size of the memory, in pages of 64 kB; `build` has the same numbers. */
const MEMORY = { initial: 1024, maximum: 16384, shared: true };

/** The most threads of a search. */
const MOST = 8;

/** The states of a thread's worker. */
const IDLE = 0;
const CLAIMED = 1;
const BUSY = 2;

/** What a worker needs to run threads of a library. */
export interface Threads {
  memory: WebAssembly.Memory;
  /** For each worker its state and the argument of its thread. */
  slots: Int32Array;
}

/** Whether a library has shared memory. */
export function isThreaded(module: WebAssembly.Module): boolean {
  return WebAssembly.Module.imports(module).some(({ kind }) => kind === "memory");
}

/** The shared memory of a library, and the slots of its threads. */
export function newThreads(): Threads {
  const count = Math.min(navigator.hardwareConcurrency, MOST) - 1;
  const slots = new Int32Array(new SharedArrayBuffer(8 * count)).fill(CLAIMED);
  return { memory: new WebAssembly.Memory(MEMORY), slots };
}

/** Starts the workers for the threads of an open library, which has initialized the memory; `start` starts one. */
export async function startThreads(module: WebAssembly.Module, threads: Threads, start: () => Worker): Promise<void> {
  const begun = Array.from({ length: threads.slots.length / 2 }, (_, slot) => {
    const worker = start();
    worker.postMessage({ module, threads, slot });
    return new Promise((done) => {
      worker.onmessage = done;
      // The search has a thread less.
      worker.onerror = done;
    });
  });
  await Promise.all(begun);
}

/** Runs one thread after the other; `run` runs one with its number and its argument. */
export function runThreads({ slots }: Threads, slot: number, run: (number: number, argument: number) => void): never {
  for (;;) {
    const state = Atomics.load(slots, 2 * slot);
    if (state !== BUSY) Atomics.wait(slots, 2 * slot, state);
    else {
      run(slot + 1, slots[2 * slot + 1]!);
      free({ slots }, slot);
    }
  }
}

/** Lets a worker accept a thread. */
export function free({ slots }: Pick<Threads, "slots">, slot: number): void {
  Atomics.store(slots, 2 * slot, IDLE);
}

/** Gives a thread to an idle worker, and returns its number; a negative one if there is none. */
function spawn(slots: Int32Array, argument: number): number {
  for (let slot = 0; slot < slots.length / 2; slot++) {
    if (Atomics.compareExchange(slots, 2 * slot, IDLE, CLAIMED) !== IDLE) continue;
    slots[2 * slot + 1] = argument;
    Atomics.store(slots, 2 * slot, BUSY);
    Atomics.notify(slots, 2 * slot);
    return slot + 1;
  }
  return -1;
}

/** The results of functions of WASI: success, and an output that does not exist. */
const SUCCESS = 0;
const NO_OUTPUT = 8;

/** The imports of a library with threads. */
export function system({ memory, slots }: Threads): WebAssembly.Imports {
  const view = () => new DataView(memory.buffer);
  return {
    env: { memory },
    wasi: { "thread-spawn": (argument: number) => spawn(slots, argument) },
    wasi_snapshot_preview1: {
      clock_time_get(_clock: number, _precision: bigint, place: number) {
        view().setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
        return SUCCESS;
      },
      random_get(place: number, length: number) {
        // Random numbers are not written to shared memory.
        const numbers = crypto.getRandomValues(new Uint8Array(length));
        new Uint8Array(memory.buffer, place, length).set(numbers);
        return SUCCESS;
      },
      environ_sizes_get(count: number, size: number) {
        view().setUint32(count, 0, true);
        view().setUint32(size, 0, true);
        return SUCCESS;
      },
      environ_get: () => SUCCESS,
      fd_write: () => NO_OUTPUT,
      sched_yield: () => SUCCESS,
      proc_exit(code: number) {
        throw new Error(`the library ended with ${code}`);
      },
    },
  };
}
