/**
 * Owns the worker side: a module that a host runs in a worker thread calls `serveCorpus` with the decoders that it mounts.
 * Functions cannot be sent to a thread, so the host's own module is where decoders are named.
 */
import { parentPort, workerData } from "node:worker_threads";
import { encodeError, InvalidConfig, isSessionQueryError, type RefreshProgress } from "@backscroll/corpus";
import type { Decoder } from "@backscroll/wire";
import { IndexReader, IndexWriter } from "./engine.ts";
import {
  type RefreshAnswer,
  type RefreshArguments,
  setupKey,
  type WorkerRequest,
  type WorkerResponse,
  type WorkerSetup,
} from "./protocol.ts";
import { isDamage } from "./storage-failure.ts";

const progressMs = 80;

/** Answers the corpus that started this thread until it closes. Throws `InvalidConfig` outside such a thread. */
export const serveCorpus = (options: { readonly decoders: readonly Decoder[] }): void => {
  const port = parentPort;
  const setup = (workerData as Record<string, unknown> | null)?.[setupKey] as WorkerSetup | undefined;
  if (port === null || setup === undefined) {
    throw new InvalidConfig({
      setting: "worker",
      message:
        "serveCorpus runs in a worker thread that openCorpus starts; give openCorpus the URL of the module that calls it.",
    });
  }
  let abort = new Int32Array(new SharedArrayBuffer(4));
  const isAborted = (): boolean => Atomics.load(abort, 0) !== 0;
  const engine = { ...options, home: setup.home, environment: setup.environment };
  const writer = new IndexWriter(engine);
  const reader = new IndexReader(engine, isAborted);

  const refresh = (id: number, request: RefreshArguments): RefreshAnswer => {
    const startedAt = performance.now();
    let reportedAt = 0;
    let reportedTotal = -1;
    const options = {
      added: request.added,
      live: request.live,
      rebuild: request.rebuild,
      shouldStop: isAborted,
      ...(request.progress && {
        onProgress: (progress: RefreshProgress) => {
          const now = performance.now();
          const isMinor = progress.filesDone < progress.filesTotal && progress.filesTotal === reportedTotal;
          if (isMinor && now - reportedAt < progressMs) return;
          reportedAt = now;
          reportedTotal = progress.filesTotal;
          port.postMessage({ id, kind: "progress", progress } satisfies WorkerResponse);
        },
      }),
    };
    const outcome = writer.refresh(options, request.damaged);
    const failure =
      outcome.failure === null ? [] : [{ source: "index", wire: null, reason: "failed", message: outcome.failure }];
    const missing = outcome.discovery.missing.map((source) => ({
      source,
      wire: null,
      reason: "missing",
      message: "The added place is not there; its sessions cannot be searched.",
    }));
    return {
      report: writer.report(outcome, startedAt),
      changes: outcome.changes,
      behind: outcome.behind,
      skipped: [...failure, ...outcome.discovery.skipped, ...missing],
    };
  };

  port.on("message", (request: WorkerRequest) => {
    abort = new Int32Array(request.abort);
    // Given up while it waited: nobody listens for the answer.
    if (isAborted()) return;
    let response: WorkerResponse;
    try {
      const value =
        request.method === "open"
          ? writer.open()
          : request.method === "refresh"
            ? refresh(request.id, request.arguments[0] as RefreshArguments)
            : (reader[request.method] as (...values: readonly unknown[]) => unknown).apply(reader, [
                ...request.arguments,
              ]);
      response = { id: request.id, kind: "value", value };
    } catch (error) {
      response = isSessionQueryError(error)
        ? { id: request.id, kind: "error", error: encodeError(error) }
        : {
            id: request.id,
            kind: "fault",
            message: error instanceof Error ? (error.stack ?? error.message) : String(error),
            damaged: isDamage(error) ? reader.inode : null,
          };
      if (response.kind === "fault") reader.close();
    }
    port.postMessage(response);
  });
};
