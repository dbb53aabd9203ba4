import { sql } from "kysely";
import { answerApart } from "~/kit/ground/files/answer-apart.server";
import { type ActingViewer, fromActing } from "~/kit/data/jobs/acting-viewer";
import { giveWay } from "~/kit/data/db/give-way.server";
import { closeDatabase, db } from "~/kit/data/db/pool.server";
import { gatherStatistics } from "~/kit/data/db/statistics.server";
import { withLocalFile } from "~/kit/data/files/files.server";
import { Problem } from "~/kit/ground/problem";
import { SheetFileError } from "~/kit/page/sheets/sheet";
import { checkFile } from "./check-file.server";
import type { SheetImport, SheetPreview } from "./import-row";
import { requireSheet } from "./sheet-registry";
import { undoFile, writeFile } from "./write-file.server";

export type SheetStep = "check" | "write" | "undo";

export interface SheetWork {
  step: SheetStep;
  importId: string;
  viewer: ActingViewer;
}

export type SheetMessage =
  | { kind: "progress"; done: number; phase: string }
  | { kind: "checked"; preview: Omit<SheetPreview, "before"> }
  | { kind: "done" }
  | { kind: "fault"; message: string };

/** In the thread of imports: checks, writes or takes back one after the other, and tells how far it is. */
export async function runSheetWork(): Promise<void> {
  await answerApart<SheetWork, SheetMessage>(workAndClose, (error) =>
    error instanceof SheetFileError || error instanceof Problem ? { kind: "fault", message: error.message } : undefined,
  );
}

async function* workAndClose(...asked: Parameters<typeof work>): AsyncGenerator<SheetMessage> {
  // With the connections of this work: those of the last were closed with it.
  giveWay();
  try {
    yield* work(...asked);
  } finally {
    await closeDatabase();
  }
}

async function* work(
  { step, importId, viewer: acting }: SheetWork,
  tell: (message: SheetMessage) => void,
): AsyncGenerator<SheetMessage> {
  const viewer = fromActing(acting);
  const found = await sql<SheetImport>`select * from import_batch where import_id = ${importId}`.execute(db());
  const row = found.rows[0]!;
  const sheet = requireSheet(row.templateCode);
  if (step === "check") {
    const preview = await withLocalFile(row.fileKey!, (path) =>
      checkFile(sheet, { ...viewer, reason: row.reason ?? undefined }, row, { path, name: row.fileName }, (rows) =>
        tell({ kind: "progress", done: 0.1 + 0.8 * (rows / (rows + 20_000)), phase: `已检查 ${rows} 行` }),
      ),
    );
    return yield { kind: "checked", preview };
  }
  const words = step === "write" ? "已处理" : "已撤销";
  await (step === "write" ? writeFile : undoFile)(sheet, viewer, row, (done, of) =>
    tell({ kind: "progress", done: Math.min(0.99, done / Math.max(of, 1)), phase: `${words} ${done} 行，共 ${of} 行` }),
  );
  await gatherStatistics("changed");
  yield { kind: "done" };
}
