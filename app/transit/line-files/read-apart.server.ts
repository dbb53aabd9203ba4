import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beyond, type ReadingLimits, readingLimits, readingTime } from "~/kit/ground/files/limits";
import { readApart } from "~/kit/ground/files/read-apart.server";
import type { SourceFile } from "./read.server";
import { type FileLine, type LineFile, LineFileError } from "./shape";

export type LineFileAnswer =
  { kind: "lines"; lines: FileLine[] } | { kind: "file"; file: LineFile } | { kind: "fault"; message: string };

export interface LineFileAsked {
  files: readonly SourceFile[];
  /** Archives are unpacked into it. */
  folder: string;
}

const program = {
  name: "line-file-worker",
  entry: "app/transit/line-files/read.worker.ts",
  folders: ["app/transit/line-files", "app/transit/gtfs", "app/kit/ground/files"],
};
const advice = "请把文件拆成几个再上传";

/** Reads a file of lines in a thread of its own, its time and memory bounded; throws LineFileError, or the signal's reason. */
export async function readLinesApart(
  files: readonly SourceFile[],
  signal?: AbortSignal,
  limits: ReadingLimits = readingLimits.lines,
): Promise<LineFile> {
  signal?.throwIfAborted();
  const sizes = await Promise.all(files.map(async ({ path }) => (await stat(path)).size));
  const milliseconds = readingTime(
    limits,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  // Made and removed here: a thread that is stopped cannot clean up behind itself.
  const folder = await mkdtemp(path.join(tmpdir(), "line-files-"));
  const given: LineFileAsked = { files, folder };
  const lines: FileLine[] = [];
  try {
    for await (const answer of readApart<LineFileAnswer>(program, {
      given,
      milliseconds,
      heap: limits.heap,
      growth: limits.growth,
      signal,
      tooSlow: () => new LineFileError(`${beyond.time(milliseconds)}，${advice}`),
      tooHeavy: (most) => new LineFileError(`${beyond.memory(most)}，${advice}`),
    })) {
      if (answer.kind === "fault") throw new LineFileError(answer.message);
      if (answer.kind === "file") return { ...answer.file, lines };
      for (const line of answer.lines) lines.push(line);
      // Between two parcels others have their turn.
      await new Promise(setImmediate);
    }
    throw new Error("the reader of line files ended early");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
