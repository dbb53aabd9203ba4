import { Worker } from "node:worker_threads";
import { limitConcurrency } from "~/kit/ground/limit-concurrency";
import { workerFile } from "~/kit/ground/worker-file.server";
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

async function reader(workerData: SheetQuestion): Promise<Worker> {
  const { memory } = workerData.limits;
  return new Worker(await workerFile("sheet-worker", "app/kit/page/sheets/read-sheet.worker.ts"), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 32 },
  });
}

async function* answers(
  { path, name }: SheetFile,
  asks: SheetQuestion["asks"],
  { sheet, signal, ...options }: Options,
): AsyncGenerator<SheetAnswer> {
  signal?.throwIfAborted();
  const limits = { ...usualLimits, ...options.limits };
  const leave = await enter();
  const workerData: SheetQuestion = { file: path, name, sheet, limits, asks };
  const worker = await reader(workerData).catch((error: unknown) => {
    leave();
    throw error;
  });
  const arrived: SheetAnswer[] = [];
  let failure: unknown;
  let ended = false;
  let wake: () => void = () => undefined;
  const heard = (change: () => void) => {
    change();
    wake();
  };
  worker.on("message", (answer: SheetAnswer) => heard(() => arrived.push(answer)));
  worker.on("error", (error) => heard(() => (failure ??= tooHeavy(error))));
  worker.on("exit", () => heard(() => (ended = true)));
  const stop = () => heard(() => (failure ??= signal!.reason));
  signal?.addEventListener("abort", stop);
  let left = limits.milliseconds;
  try {
    for (;;) {
      while (arrived.length === 0 && failure === undefined && !ended) left = await waiting(left, (go) => (wake = go));
      if (failure !== undefined) throw failure as Error;
      const answer = arrived.shift();
      if (!answer) throw new Error("the sheet reader ended early");
      if (answer.kind === "fault") throw new SheetFileError(answer.fault, answer.message);
      yield answer;
      if (answer.kind !== "rows") return;
      worker.postMessage("more");
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    await worker.terminate();
    leave();
  }

  /** Only the time that we wait for the reader counts, not what the caller does between. */
  async function waiting(milliseconds: number, arm: (go: () => void) => void): Promise<number> {
    const began = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new SheetFileError(
      "too-slow",
      `读取超过 ${limits.milliseconds / 1000} 秒，已停止；请删去多余的格式和工作表，或拆分后上传`,
    );
    await new Promise<void>((go) => {
      arm(go);
      timer = setTimeout(() => heard(() => (failure ??= late)), milliseconds);
    });
    clearTimeout(timer);
    return milliseconds - (performance.now() - began);
  }

  function tooHeavy(error: unknown): unknown {
    if ((error as NodeJS.ErrnoException).code !== "ERR_WORKER_OUT_OF_MEMORY") return error;
    return new SheetFileError("too-big", `文件内容过多，读取所需内存超过 ${limits.memory} MB，请拆分后上传`);
  }
}
