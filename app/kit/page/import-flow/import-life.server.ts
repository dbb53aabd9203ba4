import { type RawBuilder, sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, db, inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { gatherStatistics } from "~/kit/data/db/statistics.server";
import { deleteFile } from "~/kit/data/files/files.server";
import { problem } from "~/kit/ground/problem";
import { type ImportDoor, type ImportFacts, refusalOf } from "./import-states";
import { stopImport } from "./running-imports.server";

/** The imports of one door among those of `import_batch`. */
export interface ImportLife {
  door: ImportDoor;
  /** What its list needs beside what all have, small enough for a list. */
  own?: RawBuilder<unknown>;
  /** Which of them a viewer may see; left out: all. */
  visible?(viewer: Viewer): RawBuilder<boolean>;
  /** Lets the file of a cancelled import go, where it is not simply deleted. */
  letGo?(importId: string, fileKey: string): Promise<void>;
  /** Where what is confirmed is written piece by piece: why one that failed on the way is not given up as if nothing had been changed. */
  partlyWritten?: string;
}

/** The newest imports, at most 50, without what they hold. */
export async function newestImports<Row extends ImportFacts>(
  life: ImportLife,
  viewer: Viewer,
  where: RawBuilder<boolean> = sql`true`,
): Promise<Omit<Row, "preview" | "result">[]> {
  const found = await sql<Omit<Row, "preview" | "result">>`
    select import_id, file_name, file_key, file_size, state, progress, phase, org_id, error, created_at, created_by, created_by_name, confirmed_by_name, finished_at${life.own ? sql`, ${life.own}` : sql``}
    from import_batch one where door = ${life.door} and ${visible(life, viewer)} and ${where} order by created_at desc limit 50`.execute(
    db(),
  );
  return found.rows;
}

/** One import with its preview or result; throws problem.missing. */
export async function importOf<Row extends ImportFacts>(
  life: ImportLife,
  viewer: Viewer,
  importId: string,
  on: Database = db(),
  lock = false,
): Promise<Row> {
  const found =
    await sql<Row>`select * from import_batch one where import_id = ${importId} and door = ${life.door} and ${visible(life, viewer)} ${lock ? sql`for update` : sql``}`.execute(
      on,
    );
  const [row] = found.rows;
  if (!row) throw problem.missing("导入记录");
  return row;
}

const mostKept = 30;

/** Refuses another file of someone who has left too many under way or unconfirmed; of the failed ones that could begin anew the newest as many are kept. */
export async function refuseMany(life: ImportLife, viewer: Viewer): Promise<void> {
  await refuseMore(db(), life, viewer);
  const failed = await sql<{ importId: string; fileKey: string }>`
    select import_id, file_key from import_batch where door = ${life.door} and created_by = ${viewer.userId} and file_key is not null and state = 'failed' and confirmed_by is null
    order by created_at desc offset ${mostKept}`.execute(db());
  for (const { importId, fileKey } of failed.rows) {
    await sql`update import_batch set file_key = null where import_id = ${importId} and state = 'failed'`.execute(db());
    await (life.letGo ? life.letGo(importId, fileKey) : deleteFile(fileKey));
  }
}

/** The same among many that begin at once, in the transaction that begins one: each is counted when the one before it is there. */
export async function takePlace(trx: Transaction<DB>, life: ImportLife, viewer: Viewer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`imports ${life.door} ${viewer.userId}`}))`.execute(trx);
  await refuseMore(trx, life, viewer);
}

async function refuseMore(on: Database, life: ImportLife, viewer: Viewer): Promise<void> {
  const found = await sql<{
    kept: number;
  }>`select count(*)::int as kept from import_batch where door = ${life.door} and created_by = ${viewer.userId} and file_key is not null and state not in ('done', 'cancelled', 'failed')`.execute(
    on,
  );
  if (found.rows[0]!.kept >= mostKept)
    throw problem.field(
      "file",
      `每人最多有 ${mostKept} 个没有确认的导入，您的 ${mostKept} 个导入还没有确认或取消；请先在导入记录中处理，再上传新的文件（失败的不计）`,
    );
}

/** Confirms a preview once, for a job to apply; answers false where that was done before. */
export async function confirmOnce(
  life: ImportLife,
  viewer: Viewer,
  importId: string,
  prepare: (trx: Transaction<DB>, row: ImportFacts) => Promise<{ orgId: string | null }>,
): Promise<boolean> {
  return inTransaction(async (trx) => {
    const row = await importOf(life, viewer, importId, trx, true);
    if (row.state === "applying" || row.state === "done") return false;
    if (row.state !== "preview") throw problem.field("", refusalOf(row.state));
    const { orgId } = await prepare(trx, row);
    await sql`
      update import_batch set state = 'applying', progress = 0, phase = '等待导入', org_id = ${orgId}, error = null, ${confirmed(viewer)}
      where import_id = ${importId}`.execute(trx);
    return true;
  });
}

/** Applies a preview at once, in the transaction that marks it done; a second time changes nothing and answers false. */
export async function applyOnce<Row extends ImportFacts>(
  life: ImportLife,
  viewer: Viewer,
  importId: string,
  apply: (trx: Transaction<DB>, row: Row) => Promise<unknown>,
): Promise<boolean> {
  const applied = await inTransaction(async (trx) => {
    const row = await importOf<Row>(life, viewer, importId, trx, true);
    if (row.state === "applying" || row.state === "done") return null;
    if (row.state !== "preview") throw problem.field("", refusalOf(row.state));
    const result = await apply(trx, row);
    await sql`
      update import_batch set state = 'done', progress = 1, phase = '', result = ${plainJson(result)}, file_key = null, error = null, finished_at = now(), ${confirmed(viewer)}
      where import_id = ${importId}`.execute(trx);
    return row;
  });
  if (applied?.fileKey) await deleteFile(applied.fileKey);
  if (applied) await gatherStatistics("all");
  return applied !== null;
}

/** Gives an import up before it has changed anything; what is being read stops at once. */
export async function cancelOnce(life: ImportLife, viewer: Viewer, importId: string): Promise<void> {
  const fileKey = await inTransaction(async (trx) => {
    const row = await importOf(life, viewer, importId, trx, true);
    if (row.state === "cancelled") return null;
    if (row.state === "applying" || row.state === "done") throw problem.field("", refusalOf(row.state));
    if (row.state === "failed" && row.confirmedByName && life.partlyWritten)
      throw problem.field("", life.partlyWritten);
    await sql`update import_batch set state = 'cancelled', phase = '', preview = null, file_key = null, finished_at = now() where import_id = ${importId}`.execute(
      trx,
    );
    return row.fileKey;
  });
  await stopImport(importId);
  if (fileKey) await (life.letGo ? life.letGo(importId, fileKey) : deleteFile(fileKey));
}

/** Lets the file of a failed import be read again, where it is still kept; `then` puts the job into the queue. */
export async function readAgain(
  life: ImportLife,
  viewer: Viewer,
  importId: string,
  then: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  await inTransaction(async (trx) => {
    const row = await importOf(life, viewer, importId, trx, true);
    if (row.state === "waiting" || row.state === "reading") return;
    if (row.state !== "failed" || !row.fileKey)
      throw problem.field("", row.state === "failed" ? "文件已删除，请重新上传" : refusalOf(row.state));
    await sql`update import_batch set state = 'waiting', progress = 0, phase = '', error = null, preview = null, finished_at = null where import_id = ${importId}`.execute(
      trx,
    );
    await then(trx);
  });
}

/** Has a finished import taken back by a job (`then` puts it into the queue); asked twice it changes nothing and answers false. */
export async function undoOnce<Row extends ImportFacts & Undoing>(
  life: ImportLife,
  viewer: Viewer,
  importId: string,
  { refusal, then }: { refusal(row: Row): string | undefined; then(trx: Transaction<DB>): Promise<void> },
): Promise<boolean> {
  return inTransaction(async (trx) => {
    const row = await importOf<Row>(life, viewer, importId, trx, true);
    if (row.undoneAt || (row.undoing && row.state === "applying")) return false;
    const why = refusal(row);
    if (why) throw problem.field("", why);
    await sql`update import_batch set state = 'applying', undoing = true, progress = 0, phase = '等待撤销', error = null where import_id = ${importId}`.execute(
      trx,
    );
    await then(trx);
    return true;
  });
}

/** Marks an import taken back, with what its result says of that. */
export async function keepUndone(life: ImportLife, viewer: Viewer, importId: string, result: unknown): Promise<void> {
  await sql`
    update import_batch set state = 'done', progress = 1, phase = '', undoing = false, undone_at = now(), undone_by_name = ${viewer.userName},
      result = ${plainJson(result)}
    where import_id = ${importId} and state = 'applying'`.execute(db());
}

/** Whether an import is done and not taken back; one that failed to be taken back has changed nothing. */
export const isUndoable = ({ state, undoing, undoneAt }: Pick<ImportFacts, "state"> & Undoing): boolean =>
  !undoneAt && (state === "done" || (state === "failed" && undoing));

export interface Undoing {
  undoing: boolean;
  undoneAt: Date | null;
  undoneByName: string | null;
}

/** JSON fit for jsonb, which takes no NUL character and no half of a surrogate pair. */
export function plainJson(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  if (!/\\u(0000|d[89a-f])/.test(text)) return text;
  return JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === "string" ? part.replace(/\u0000|\p{Surrogate}/gu, "") : part,
  );
}

const visible = (life: ImportLife, viewer: Viewer) => life.visible?.(viewer) ?? sql<boolean>`true`;
const confirmed = (viewer: Viewer) =>
  sql`confirmed_at = now(), confirmed_by = ${viewer.userId}, confirmed_by_name = ${viewer.userName}`;
