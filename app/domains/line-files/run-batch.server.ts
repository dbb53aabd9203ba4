import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { attempt, type FieldError, Problem } from "~/kit/ground/problem";
import { copyDraft } from "./copy-file.server";
import { addDraft } from "./file-verbs.server";
import { generateDraft } from "./generate.server";
import { makePackages } from "./packages.server";
import { findVariant } from "./standing.server";

/** Works through what still waits; whoever cancels is heeded between two lines. */
export async function runBatch(viewer: Viewer, batchUuid: string, signal: AbortSignal): Promise<void> {
  await sql`update line_file_batch set state = 'running' where batch_uuid = ${batchUuid} and state = 'waiting'`.execute(
    db(),
  );
  for (let next = await nextLine(batchUuid); next; next = await nextLine(batchUuid)) {
    signal.throwIfAborted();
    const began = performance.now();
    const found = await generateOne(viewer, next);
    await db()
      .updateTable("lineFileBatchLine")
      .set({ ...found, errors: JSON.stringify(found.errors), milliseconds: Math.round(performance.now() - began) })
      .where("batchUuid", "=", batchUuid)
      .where("classifySid", "=", next.classifySid)
      .execute();
    // Whoever waits for a page goes first.
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await endBatch(batchUuid, "done");
}

export async function endBatch(batchUuid: string, state: "done" | "cancelled"): Promise<void> {
  await sql`update line_file_batch set state = ${state}, finished_at = now() where batch_uuid = ${batchUuid} and state in ('waiting', 'running')`.execute(
    db(),
  );
}

interface Waiting {
  classifySid: string;
  versionUuid: string | null;
}

async function nextLine(batchUuid: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select l.classify_sid, b.version_uuid from line_file_batch_line l join line_file_batch b using (batch_uuid)
    where b.batch_uuid = ${batchUuid} and b.state = 'running' and l.state = 'waiting' order by l.serial limit 1`.execute(
    db(),
  );
  return rows[0];
}

interface Outcome {
  state: "done" | "refused";
  fileUuid: string | null;
  fileVersion: string | null;
  message: string | null;
  errors: FieldError[];
  warnings: number;
}

/** The draft that is there, else one from the last file, else a new one; a draft that is refused stays for whoever mends it. */
async function generateOne(viewer: Viewer, { classifySid, versionUuid }: Waiting): Promise<Outcome> {
  let fileUuid: string | null = null;
  try {
    const variant = await findVariant(viewer, classifySid);
    if (!variant) throw new Problem("missing", "线路分类已删除，或不在您的机构范围内");
    if (variant.draftUuid) fileUuid = variant.draftUuid;
    else if (variant.fileUuid) fileUuid = await copyDraft(viewer, { fileUuid: variant.fileUuid });
    else if (versionUuid) fileUuid = await addDraft(viewer, { classifySid, versionUuid });
    else throw new Problem("field", "还没有线路文件，请选择公共语音版本");
    const { line, warnings } = await generateDraft(viewer, { fileUuid });
    const { fileVersion } = line;
    const packed = await attempt(() => makePackages({ ...variant, fileUuid: fileUuid!, fileVersion }, line));
    const message = packed.ok ? null : `已生成，但${packed.problem.errors[0]?.message ?? packed.problem.message}`;
    return { state: "done", fileUuid, fileVersion, message, errors: [], warnings: warnings.length };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const errors = error.errors.slice(0, 50);
    const more = error.errors.length > 1 ? `，共 ${error.errors.length} 个错误` : "";
    const message = `${error.errors[0]?.message ?? error.message}${more}`;
    return { state: "refused", fileUuid, fileVersion: null, message, errors, warnings: 0 };
  }
}
