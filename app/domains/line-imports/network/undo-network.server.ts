import { sql, type Transaction } from "kysely";
import { retireLinksOf } from "~/domains/data-sources/queries.server";
import { deleteLines } from "~/domains/lines/queries.server";
import { deleteStations, updateStation } from "~/domains/stations/queries.server";
import { may as mayLines } from "~/domains/lines/policy";
import { stationRoom } from "~/domains/stations/room";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { problem } from "~/kit/ground/problem";
import { inTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { removeTogether } from "~/kit/room/remove-together.server";
import { attemptOne, wordsOf } from "~/kit/room/sheets/write-rows.server";
import { undoChangedLine } from "./undo-changed-line.server";
import { holdNetwork } from "./hold-network.server";

export interface UndoneNetwork {
  lines: number;
  stations: number;
  /** Lines that were there before, and have again what they had. */
  restoredLines: number;
  /** Stations that have again what they had. */
  restored: number;
  kept: { name: string; why: string }[];
  keptCount: number;
}

const mostTold = 500;

/** Takes an import of lines back: what it has made goes into the bin, stations it has changed get back what they had. What was changed since, or is needed now, stays and is named. */
export async function undoNetwork(viewer: Viewer, batchId: string): Promise<UndoneNetwork> {
  return inTransaction(async (trx) => {
    await holdNetwork(trx);
    const kept: UndoneNetwork["kept"] = [];
    const lines = await linesOf(trx, batchId);
    const stations = await stationsOf(trx, batchId);
    if ([...lines, ...stations].some(({ isNew }) => isNew)) refuseUndo(viewer);
    const changed = lines.filter(({ isNew }) => !isNew);
    let restoredLines = 0;
    for (const { key, name } of changed) {
      const refusal = await attemptOne(trx, () => undoChangedLine(trx, viewer, batchId, key));
      if (refusal) kept.push({ name, why: wordsOf(refusal) });
      else restoredLines++;
    }
    const made = lines.filter(({ isNew }) => isNew);
    const gone = await removeMade(trx, made, (keys) => deleteLines(viewer, keys), kept);
    const freed = await removeMade(
      trx,
      stations.filter(({ isNew }) => isNew),
      (keys) => deleteStations(viewer, keys),
      kept,
    );
    let restored = 0;
    for (const { key, name, before, touched } of stations.filter(({ isNew }) => !isNew)) {
      const refusal = touched
        ? touchedWords
        : await attemptOne(trx, () => updateStation(viewer, key, before as never)).then((one) => one && wordsOf(one));
      if (refusal) kept.push({ name: `站点“${name}”`, why: refusal });
      else restored++;
    }
    return {
      lines: gone,
      restoredLines,
      stations: freed,
      restored,
      kept: kept.slice(0, mostTold),
      keptCount: kept.length,
    };
  });
}

/** Throws problem.field where the viewer may not delete what an import has made. */
export function refuseUndo(viewer: Viewer): void {
  if ([mayLines.remove, stationRoom.may.remove].some((one) => !allows(viewer, one)))
    throw problem.field("", "撤销会删除新增的线路和站点，您没有删除线路和站点的权限");
}

interface MadeRecord {
  key: string;
  name: string;
  isNew: boolean;
  touched: boolean;
}

const touchedWords = "导入以后又被修改或删除";

async function removeMade(
  trx: Transaction<DB>,
  made: readonly MadeRecord[],
  remove: (keys: string[]) => Promise<unknown>,
  kept: UndoneNetwork["kept"],
): Promise<number> {
  const due = made.filter(({ touched }) => !touched);
  const refused = await removeTogether(
    trx,
    due.map(({ key }) => key),
    remove,
  );
  for (const { key, name, touched } of made) {
    const why = touched ? touchedWords : refused.get(key);
    if (why) kept.push({ name, why });
  }
  const gone = due.filter(({ key }) => !refused.has(key));
  await retireLinksOf(
    trx,
    gone.map(({ key }) => key),
  );
  return gone.length;
}

/** Lines that an import has made or changed; touched are those of which anything was changed since, their variants and versions too. */
async function linesOf(trx: Transaction<DB>, batchId: string): Promise<MadeRecord[]> {
  const { rows } = await sql<MadeRecord>`
    with changed as (select record_key, bool_or(before is null) as is_new from history where batch_id = ${batchId} and room = 'lines' group by 1),
      own as (select l.line_uuid, changed.is_new, array[l.line_uuid::text] || coalesce(array_agg(c.classify_sid::text) filter (where c.classify_sid is not null), '{}') || coalesce(array_agg(v.version_uuid::text) filter (where v.version_uuid is not null), '{}') as keys
        from changed join line l on l.line_uuid = changed.record_key left join line_classify c on c.main_uuid = l.line_uuid left join line_version v on v.classify_sid = c.classify_sid
        group by l.line_uuid, changed.is_new),
      variants as (select distinct c.main_uuid as line_uuid from changed join line_classify c on c.classify_sid = changed.record_key
        union select distinct c.main_uuid from changed join line_version v on v.version_uuid = changed.record_key join line_classify c on c.classify_sid = v.classify_sid)
    select l.line_uuid as key, '线路“' || l.line_name || '”' as name, coalesce(own.is_new, false) as is_new,
      l.deleted_at is not null or exists (select from history h where h.room = 'lines' and h.record_key = any(own.keys) and h.batch_id is distinct from ${batchId}) as touched
    from line l left join own on own.line_uuid = l.line_uuid
    where l.line_uuid in (select line_uuid from own union select line_uuid from variants) order by l.name_order, l.line_uuid`.execute(
    trx,
  );
  return rows;
}

/** Stations that an import has made or changed, with what they had before. */
async function stationsOf(trx: Transaction<DB>, batchId: string) {
  const { rows } = await sql<MadeRecord & { before: Record<string, unknown> | null }>`
    with changed as (select record_key, min(record_version) as first, max(record_version) as last from history where batch_id = ${batchId} and room = 'stations' group by 1)
    select s.sta_uuid as key, s.sta_name as name, h.before is null as is_new, h.before, s.version <> changed.last or s.deleted_at is not null as touched
    from changed join history h on h.record_key = changed.record_key and h.record_version = changed.first and h.room = 'stations' and h.batch_id = ${batchId}
      join station s on s.sta_uuid = changed.record_key order by s.name_order, s.sta_uuid`.execute(trx);
  return rows.map((row) => ({ ...row, name: row.isNew ? `站点“${row.name}”` : row.name }));
}
