import { stat } from "node:fs/promises";
import { beyond, readingLimits, readingTime } from "~/kit/ground/files/limits";
import { readApart } from "~/kit/ground/files/read-apart.server";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";
import type { Amendment } from "./amend-sheet.server";
import { type SheetFault, SheetFileError, type SheetLimits, type SheetRow, usualLimits } from "./sheet";
import { oldWorkbookLimits } from "./old-workbook.server";
import { isOldWorkbook } from "./sheet-kind.server";
import type { SheetName } from "./workbook.server";

export interface SheetFile {
  path: string;
  /** What its sender calls it; only the complaint about a wrong name looks at it. */
  name: string;
}

export interface SheetOptions {
  limits?: Partial<SheetLimits>;
  signal?: AbortSignal;
}

export type Asks =
  | { asks: "sheets" }
  | { asks: "rows"; sheet: string | undefined }
  | { asks: "copy"; out: string; amendment: Amendment };

export type SheetQuestion = { file: string; name: string; limits: SheetLimits } & Asks;

export type SheetAnswer =
  | { kind: "rows"; rows: SheetRow[] }
  | { kind: "end" }
  | { kind: "sheets"; sheets: SheetName[] }
  | { kind: "copied"; column: number }
  | { kind: "fault"; fault: SheetFault; message: string };

/** Each reader may take the memory that its limits allow. */
const enter = limitConcurrency(2, 20, () => new SheetFileError("too-slow", "同时读取的文件较多，请过一会儿再上传"));

/** An old one is read whole, one at a time. */
const enterWithOld = limitConcurrency(
  1,
  10,
  () => new SheetFileError("too-slow", "同时读取的文件较多，请过一会儿再上传"),
);

const program = { name: "sheet-worker", entry: "app/kit/page/sheets/read-sheet.worker.ts" };

/** What a thread of its own, whose time and memory are bounded, answers about a file. Throws SheetFileError, or the signal's reason. */
export async function* askSheetWorker(
  { path, name }: SheetFile,
  asks: Asks,
  { signal, ...options }: SheetOptions,
): AsyncGenerator<SheetAnswer> {
  signal?.throwIfAborted();
  const limits = { ...usualLimits, ...options.limits };
  const given: SheetQuestion = { file: path, name, limits, ...asks };
  const milliseconds = limits.milliseconds ?? readingTime(readingLimits.sheet, (await stat(path)).size);
  const isOld = await isOldWorkbook(path);
  const leave = await (isOld ? enterWithOld() : enter());
  let ended = false;
  try {
    for await (const answer of readApart<SheetAnswer>(program, {
      given,
      milliseconds,
      heap: isOld ? oldWorkbookLimits.heap : limits.memory,
      signal,
      tooSlow: () =>
        new SheetFileError("too-slow", `${beyond.time(milliseconds)}；请删去多余的格式和工作表，或拆分后上传`),
      tooHeavy: (most) => new SheetFileError("too-big", `${beyond.memory(most)}，请拆分后上传`),
    })) {
      if (answer.kind === "fault") throw new SheetFileError(answer.fault, answer.message);
      ended = answer.kind !== "rows";
      yield answer;
    }
    if (!ended) throw new Error("the sheet reader ended early");
  } finally {
    leave();
  }
}
