import { stat } from "node:fs/promises";
import { beyond, readingLimits, readingTime } from "~/kit/ground/files/limits";
import { readApart } from "~/kit/ground/files/read-apart.server";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";
import { type SheetFault, SheetFileError, type SheetLimits, type SheetRow, usualLimits } from "./sheet";
import type { SheetName } from "./workbook.server";

export interface SheetFile {
  path: string;
  /** What its sender calls it; only the complaint about a wrong name looks at it. */
  name: string;
}

interface Options {
  /** A sheet's name; left out: the first that is not hidden. A text has no sheets. */
  sheet?: string;
  limits?: Partial<SheetLimits>;
  signal?: AbortSignal;
}

export interface SheetQuestion extends Required<Pick<SheetFile, "name">> {
  file: string;
  sheet: string | undefined;
  limits: SheetLimits;
  asks: "rows" | "sheets";
}

export type SheetAnswer =
  | { kind: "rows"; rows: SheetRow[] }
  | { kind: "end" }
  | { kind: "sheets"; sheets: SheetName[] }
  | { kind: "fault"; fault: SheetFault; message: string };

/**
 * The rows of a workbook's sheet, a CSV or a tab-separated text that hold something, read in a thread of its own whose
 * time and memory are bounded, while the caller takes them. Throws SheetFileError, or the signal's reason. In merged cells
 * the value stands in the first.
 */
export async function* readSheet(file: SheetFile, options: Options = {}): AsyncGenerator<SheetRow> {
  for await (const answer of answers(file, "rows", options)) if (answer.kind === "rows") yield* answer.rows;
}

/** A workbook's sheets in their order; none for a text. Throws SheetFileError for a file that is neither. */
export async function sheetsOf(file: SheetFile, options: Omit<Options, "sheet"> = {}): Promise<SheetName[]> {
  for await (const answer of answers(file, "sheets", options)) if (answer.kind === "sheets") return answer.sheets;
  return [];
}

/** Each reader may take the memory that its limits allow. */
const enter = limitConcurrency(2, 20, () => new SheetFileError("too-slow", "同时读取的文件较多，请过一会儿再上传"));

const program = { name: "sheet-worker", entry: "app/kit/page/sheets/read-sheet.worker.ts" };

async function* answers(
  { path, name }: SheetFile,
  asks: SheetQuestion["asks"],
  { sheet, signal, ...options }: Options,
): AsyncGenerator<SheetAnswer> {
  signal?.throwIfAborted();
  const limits = { ...usualLimits, ...options.limits };
  const given: SheetQuestion = { file: path, name, sheet, limits, asks };
  const milliseconds = limits.milliseconds ?? readingTime(readingLimits.sheet, (await stat(path)).size);
  const leave = await enter();
  let ended = false;
  try {
    for await (const answer of readApart<SheetAnswer>(program, {
      ...{ given, milliseconds, heap: limits.memory, signal },
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
