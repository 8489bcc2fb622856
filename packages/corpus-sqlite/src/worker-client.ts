/** Owns one worker thread from the outside: requests, answers, progress, giving up, restarting. */
import { Worker } from "node:worker_threads";
import { Aborted, decodeError, IndexFailed, type RefreshProgress } from "@backscroll/corpus";
import { setupKey, type WorkerRequest, type WorkerResponse, type WorkerSetup } from "./protocol.ts";

/** The index turned out to be damaged while it was read. */
export class DamagedIndex extends Error {
  readonly inode: number;

  constructor(message: string, inode: number) {
    super(message);
    this.inode = inode;
  }
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((progress: RefreshProgress) => void) | undefined;
  readonly release: () => void;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: RefreshProgress) => void) | undefined;
}

const aborted = (): Aborted => new Aborted({ message: "The query was stopped before it was done." });

export class WorkerClient {
  readonly #module: URL;
  readonly #setup: WorkerSetup;
  readonly #log: (message: string) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #nextId = 1;
  #closed = false;

  constructor(module: URL, setup: WorkerSetup, log: (message: string) => void) {
    this.#module = module;
    this.#setup = setup;
    this.#log = log;
  }

  #start(): Worker {
    if (this.#worker !== null) return this.#worker;
    const worker = new Worker(this.#module, {
      workerData: { [setupKey]: this.#setup },
      // Options of the program that starts it are not meant for the thread's own module.
      execArgv: [],
      // Most of what is made of a record is garbage at once: a small nursery costs no time and saves a fifth of the memory.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
      stdout: false,
    });
    worker.on("message", (response: WorkerResponse) => this.#receive(response));
    worker.on("error", (error) => {
      this.#log(`${this.#setup.role} thread failed: ${error.stack ?? error.message}`);
      this.#abandon(worker);
    });
    worker.on("exit", () => this.#abandon(worker));
    // An idle corpus does not keep its process alive; a waiting caller does.
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #abandon(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    for (const [id, waiting] of this.#waiting) {
      this.#waiting.delete(id);
      waiting.release();
      waiting.reject(new IndexFailed({ message: "The thread that reads the index ended; ask again." }));
    }
  }

  #failure(): IndexFailed {
    return new IndexFailed({
      message:
        this.#setup.role === "writer"
          ? "The index could not be updated; answers come from what was indexed before."
          : "The index could not be read; the log of this process says why.",
    });
  }

  #receive(response: WorkerResponse): void {
    const waiting = this.#waiting.get(response.id);
    if (waiting === undefined) return;
    if (response.kind === "progress") {
      waiting.onProgress?.(response.progress);
      return;
    }
    this.#waiting.delete(response.id);
    waiting.release();
    if (this.#waiting.size === 0) this.#worker?.unref();
    if (response.kind === "value") waiting.resolve(response.value);
    else if (response.kind === "error") waiting.reject(decodeError(response.error));
    else {
      this.#log(`${this.#setup.role} thread: ${response.message}`);
      waiting.reject(
        response.damaged === null ? this.#failure() : new DamagedIndex(response.message, response.damaged),
      );
    }
  }

  /** Calls a method in the thread. An aborted signal stops the work there and rejects with `Aborted` at once. */
  call(method: WorkerRequest["method"], values: readonly unknown[], options: CallOptions = {}): Promise<unknown> {
    const { signal, onProgress } = options;
    if (this.#closed || signal?.aborted === true) return Promise.reject(aborted());
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      const abort = new SharedArrayBuffer(4);
      const giveUp = (): void => {
        Atomics.store(new Int32Array(abort), 0, 1);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0) this.#worker?.unref();
        reject(aborted());
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#waiting.set(id, {
        resolve,
        reject,
        onProgress,
        release: () => signal?.removeEventListener("abort", giveUp),
      });
      const worker = this.#start();
      worker.ref();
      worker.postMessage({ id, method, arguments: values, abort } satisfies WorkerRequest);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    const worker = this.#worker;
    this.#worker = null;
    for (const waiting of this.#waiting.values()) {
      waiting.release();
      waiting.reject(aborted());
    }
    this.#waiting.clear();
    await worker?.terminate();
  }
}
