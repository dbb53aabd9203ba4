import { type RawBuilder, sql } from "kysely";
import { isSecondDirection, readLineView } from "~/domains/parameters/queries.server";
import { directionName } from "~/domains/parameters/schema";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { isoTime } from "~/kit/data/db/iso-time";

export interface BatchRow {
  batchId: string;
  state: string;
  total: number;
  done: number;
  refused: number;
  proposals: number;
  createdBy: string;
  createdByName: string;
  createdAt: string;
  finishedAt: string | null;
}

export interface BatchLineRow {
  classifySid: string;
  lineUuid: string;
  lineName: string;
  classifyName: string;
  sortType: number;
  direction: number;
  directionName: string;
  state: string;
  source: string | null;
  ratio: number | null;
  confidence: number | null;
  breaks: number | null;
  oldMileage: number | null;
  mileage: number | null;
  message: string | null;
  proposed: boolean;
  milliseconds: number | null;
}

const columns = sql`b.batch_id, b.state, b.created_by, b.created_by_name, ${isoTime(sql`b.created_at`)} as created_at, ${isoTime(sql`b.finished_at`)} as finished_at, counted.*`;

/** Batches with the figures of those of their lines that the viewer may see; where there are none the batch is not there. */
function selectBatches(viewer: Viewer, which: RawBuilder<unknown>) {
  const own =
    viewer.orgScope === "all"
      ? sql``
      : sql`join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid and ${inScope(viewer, sql`line.org_id`)}`;
  return sql<BatchRow>`
    select ${columns} from match_batch b cross join lateral (
      select count(*)::int as total, count(*) filter (where l.state <> 'waiting')::int as done, count(*) filter (where l.state = 'refused')::int as refused,
        count(*) filter (where l.state = 'done' and l.proposal is not null)::int as proposals
      from match_batch_line l ${own} where l.batch_id = b.batch_id) counted
    where counted.total > 0 and ${which} order by b.created_at desc limit 50`.execute(db());
}

export const listBatches = async (viewer: Viewer) => (await selectBatches(viewer, sql`true`)).rows;

export async function findBatch(viewer: Viewer, batchId: string): Promise<BatchRow> {
  const [row] = (await selectBatches(viewer, sql`b.batch_id = ${batchId}`)).rows;
  if (!row) throw problem.missing("批量匹配");
  return row;
}

/** Its directions that the viewer may see, proposals first, the least sure ones before the others. */
export async function linesOfBatch(
  viewer: Viewer,
  batchId: string,
  page: number,
  size: number,
): Promise<{ rows: BatchLineRow[]; total: number }> {
  const from = sql`match_batch_line b join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid where b.batch_id = ${batchId} and ${inScope(viewer, sql`line.org_id`)}`;
  const view = await readLineView();
  const isSecond = isSecondDirection(view, sql`b.direction`, sql`line.line_uuid`);
  const [found, count] = await Promise.all([
    sql<Omit<BatchLineRow, "directionName"> & { lineType: number }>`
      select b.classify_sid, line.line_uuid, line.line_name, line.line_type, c.classify_name, c.sort_type, b.direction, b.state, b.source, b.ratio, b.confidence, b.breaks, b.old_mileage, b.mileage, b.message, b.proposal is not null as proposed, b.milliseconds
      from ${from} order by ${worstFirst}, line.name_order, b.classify_sid, ${isSecond} limit ${size} offset ${(page - 1) * size}`.execute(
      db(),
    ),
    sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db()),
  ]);
  return {
    rows: found.rows.map(({ lineType, ...row }) => ({
      ...row,
      directionName: directionName(lineType, row.direction, view),
    })),
    total: count.rows[0]!.total,
  };
}

const worstFirst: RawBuilder<unknown> = sql`case when b.state = 'done' and b.proposal is not null then 0 when b.state = 'refused' then 1 when b.state = 'waiting' then 3 else 2 end, b.ratio nulls first, b.confidence nulls first`;
