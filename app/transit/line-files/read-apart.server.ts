import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { workerFile } from "~/kit/ground/worker-file.server";
import type { SourceFile } from "./read.server";
import { type FileLine, type LineFile, LineFileError } from "./shape";

export type LineFileAnswer =
  { kind: "lines"; lines: FileLine[] } | { kind: "file"; file: LineFile } | { kind: "fault"; message: string };

export interface LineFileAsked {
  files: readonly SourceFile[];
  /** Archives are unpacked into it. */
  folder: string;
}

const mostMilliseconds = 300_000;
const mostMegabytes = 2048;

/** Reads a file of lines in a thread of its own, its time and memory bounded; throws LineFileError, or the signal's reason. */
export async function readLinesApart(files: readonly SourceFile[], signal?: AbortSignal): Promise<LineFile> {
  // Made and removed here: a thread that is stopped cannot clean up behind itself.
  const folder = await mkdtemp(path.join(tmpdir(), "line-files-"));
  try {
    return await readInThread({ files, folder }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readInThread(asked: LineFileAsked, signal?: AbortSignal): Promise<LineFile> {
  const entry = "app/transit/line-files/read.worker.ts";
  const file = await workerFile("line-file-worker", entry, ["app/transit/line-files", "app/transit/gtfs"]);
  signal?.throwIfAborted();
  const worker = new Worker(file, { workerData: asked, resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } });
  let timer: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  try {
    return await new Promise<LineFile>((resolve, reject) => {
      stop = () => reject(signal!.reason as Error);
      signal?.addEventListener("abort", stop);
      timer = setTimeout(
        () => reject(new LineFileError(`读取超过 ${mostMilliseconds / 1000} 秒，已停止，请把文件拆成几个再上传`)),
        mostMilliseconds,
      );
      const lines: FileLine[] = [];
      worker.on("message", (answer: LineFileAnswer) => {
        if (answer.kind === "fault") reject(new LineFileError(answer.message));
        else if (answer.kind === "file") resolve({ ...answer.file, lines });
        else {
          for (const line of answer.lines) lines.push(line);
          setImmediate(() => worker.postMessage("more"));
        }
      });
      worker.on("error", (error) =>
        reject(
          (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY"
            ? new LineFileError("文件内容过多，内存不足，请把文件拆成几个再上传")
            : error,
        ),
      );
      worker.on("exit", () => reject(new Error("the reader of line files ended early")));
    });
  } finally {
    clearTimeout(timer);
    if (stop) signal?.removeEventListener("abort", stop);
    await worker.terminate();
  }
}
