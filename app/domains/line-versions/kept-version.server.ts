import { sql, type Transaction } from "kysely";
import type { DB } from "~/kit/data/db/tables";
import { problem } from "~/kit/ground/problem";
import { type DirectionContent, readContent, type StoredPath } from "./content.server";
import { unmatched } from "./match-state";
import type { RunningParams } from "./params/running-params";
import type { VersionSnapshot } from "./snapshot.server";
import type { Variant } from "./version-rows";

type Kept = VersionSnapshot["directions"][number];

export async function keptVersion(
  trx: Transaction<DB>,
  { classifySid }: Variant,
  historyId: string,
): Promise<{ content: DirectionContent[]; params: RunningParams | null }> {
  const found = await sql<{ historyId: string; versionUuid: string; kept: VersionSnapshot | null }>`
    select h.history_id, v.version_uuid, coalesce(h.after, h.before) as kept
    from history asked join line_version v on v.version_uuid = asked.record_key
    join history h on h.record_key = asked.record_key and h.history_id <= asked.history_id
    where asked.history_id = ${historyId} and v.classify_sid = ${classifySid} order by h.history_id desc limit 100`.execute(
    trx,
  );
  const [asked, ...earlier] = found.rows;
  if (!asked?.kept?.directions) throw problem.missing("这条修改记录");
  const stored = await readContent(trx, asked.versionUuid);
  const content = stored.map(({ direction, path }): DirectionContent => {
    const kept = asked.kept!.directions.find((one) => one.direction === direction);
    const drawn = [asked, ...earlier].flatMap(
      ({ kept: one }) => one?.directions?.filter((each) => each.direction === direction && each.path?.points) ?? [],
    );
    return {
      direction,
      rows: (kept?.rows ?? []).map(({ staName: _staName, ...row }) => row),
      path: kept?.path ? pathOf(kept.path, drawn, path) : null,
    };
  });
  return { content, params: asked.kept.params ?? null };
}

/** History leaves a path's points out of changes that did not touch them: they are those of the change before, or those stored. */
function pathOf(kept: NonNullable<Kept["path"]>, drawn: readonly Kept[], stored: StoredPath | null): StoredPath | null {
  const same = (path: { mileage: number; source: string } | null) =>
    path?.mileage === kept.mileage && path.source === kept.source;
  if (same(stored) && !kept.points) return stored;
  const path = drawn.map((one) => one.path!).find(same);
  if (!path?.points) return null;
  if (same(stored) && JSON.stringify(path.points) === JSON.stringify(stored!.points)) return stored;
  const { points, vias = [], freeHand = [] } = path;
  const { source, matchState, mileage } = kept as StoredPath;
  return { ...unmatched, points, source, matchState, mileage, vias, freeHand };
}
