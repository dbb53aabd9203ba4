import { sql, type Transaction } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import type { Database } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { groupBy } from "~/kit/ground/group-by";
import type { Problem } from "~/kit/ground/problem";
import { attemptOne } from "~/kit/room/sheets/write-rows.server";
import { today } from "~/kit/ground/time/today.server";
import { createYielder } from "~/kit/ground/yield-regularly";
import type { ImportedLine } from "~/transit/osm/bus-routes";
import {
  checkWanted,
  editedContent,
  keepBeforeWriting,
  publishInto,
  saveInto,
  writeServices,
} from "~/domains/line-versions/queries.server";
import type { SequenceRow } from "~/domains/line-versions/sequence/sequence";
import { contentOf } from "./content";
import type { ImportPlan } from "./plan.server";

export interface DraftNamesake {
  line: ImportedLine;
  lineName: string;
  lineUuid: string;
  /** It has no version yet. */
  isEmpty: boolean;
}

export interface DraftState {
  isEmpty: boolean;
  /** A person has begun a draft, which is not to be written over. */
  isHeld: boolean;
  /** Drafts of an import are all there is of it, and nobody has changed it since. */
  isShell: boolean;
}

export async function draftStates(on: Database, lineUuids: readonly string[]): Promise<Map<string, DraftState>> {
  const { rows } = await sql<DraftState & { lineUuid: string }>`
    select c.main_uuid as line_uuid, count(v.version_uuid) filter (where v.state <> 'draft' or v.imported_version is distinct from v.version) = 0 as is_empty,
      coalesce(bool_or(v.state = 'draft' and v.planned_for is null and v.imported_version is distinct from v.version), false) as is_held,
      exists (select from line join source_link l on l.record_key = line.line_uuid and l.thing = 'line' and l.retired_at is null and l.left_version = line.version
        where line.line_uuid = c.main_uuid) and not exists (
        select from line_classify k left join line_version w on w.classify_sid = k.classify_sid and w.deleted_at is null
        where k.main_uuid = c.main_uuid and k.deleted_at is null and (w.state <> 'draft' or w.imported_version is distinct from w.version)) as is_shell
    from line_classify c left join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null
    where c.main_uuid = any(${[...lineUuids]}) and c.sort_type = 1 and c.deleted_at is null group by c.main_uuid`.execute(
    on,
  );
  return new Map(rows.map(({ lineUuid, ...state }) => [lineUuid, state]));
}

/** Writes what a file says of lines that are there, and not of its source, into a draft of each; a line without any version has it in force at once, where nobody else has to check it. What cannot be is kept as it was, and told. */
export async function writeDrafts(trx: Transaction<DB>, viewer: Viewer, plan: ImportPlan): Promise<void> {
  const turn = createYielder();
  const isChecked = await checkWanted();
  for (const drafted of plan.drafted.toSorted((a, b) => (a.lineUuid < b.lineUuid ? -1 : 1))) {
    await turn();
    const { line, lineName } = drafted;
    const refusal = await attemptOne(trx, () => writeDraft(trx, viewer, plan, drafted, !isChecked && drafted.isEmpty));
    if (!refusal) continue;
    plan.drafted = plan.drafted.filter((one) => one !== drafted);
    plan.kept.push({ line, lineName, reason: "refused" });
    plan.problems.push({ ref: "", text: `线路“${lineName}”没有写入：${wordsOf(refusal)}` });
  }
}

async function writeDraft(
  trx: Transaction<DB>,
  viewer: Viewer,
  { stations }: ImportPlan,
  { line, lineUuid }: DraftNamesake,
  inForce: boolean,
): Promise<void> {
  const { content: before, current } = await editedContent(viewer, { lineUuid }, trx);
  if (current?.standing === "draft") await keepBeforeWriting(trx, viewer, current);
  const { content, services, faults } = contentOf(line, line.variants[0]!, stations.placed);
  const directions = content
    .filter(({ rows }) => rows.length > 0)
    .map(({ direction, rows, path }) => ({
      direction,
      stationList: keepUnsaid(rows, before[direction - 1]!.rows, saidIn(line, direction)),
      ...(path && { path }),
    }));
  const saved = await saveInto(trx, viewer, { lineUuid, directions, reason: reasons[line.origin ?? "osm"] });
  const { classifySid } = saved.variant;
  if (services) await writeServices(trx, [{ versionUuid: saved.versionUuid, services }]);
  await sql`update line_version set imported_version = version where version_uuid = ${saved.versionUuid}`.execute(trx);
  if (inForce && faults.length === 0)
    await publishInto(trx, viewer, { classifySid, versionUuid: saved.versionUuid }, { validFrom: today() });
}

const reasons = { table: "线路站点表导入", gtfs: "GTFS 导入", file: "线路文件导入", osm: "地图数据导入" } as const;

/** What the file does not say of a station stays as the direction had it. */
function keepUnsaid(rows: readonly SequenceRow[], before: readonly SequenceRow[], said: ReadonlySet<string>) {
  const left = groupBy(before, ({ staUuid }) => staUuid);
  return rows.map((row) => {
    const old = left.get(row.staUuid)?.shift();
    const own = Object.fromEntries(Object.entries(row).filter(([name]) => said.has(name)));
    return { ...row, ...old, ...own, staUuid: row.staUuid, staType: row.staType };
  });
}

function saidIn({ variants }: ImportedLine, direction: number): Set<string> {
  const stops = variants[0]!.directions.find((one) => one.direction === direction)?.stations ?? [];
  return new Set(
    stops.flatMap(({ call = {}, duration, dwell }) => [
      ...Object.keys(call),
      ...(duration === undefined ? [] : ["duration"]),
      ...(dwell === undefined ? [] : ["dwell"]),
    ]),
  );
}

const wordsOf = ({ errors, message }: Problem) =>
  errors
    .slice(0, 3)
    .map(({ row, message }) => `${row ? `第 ${row} 站：` : ""}${message}`)
    .join("；") || message;
