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
import { checkWanted, editedContent, publishInto, saveInto } from "~/domains/line-versions/queries.server";
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
}

export async function draftStates(on: Database, lineUuids: readonly string[]): Promise<Map<string, DraftState>> {
  const { rows } = await sql<DraftState & { lineUuid: string }>`
    select c.main_uuid as line_uuid, count(v.version_uuid) filter (where v.state <> 'draft' or v.imported_version is distinct from v.version) = 0 as is_empty,
      coalesce(bool_or(v.state = 'draft' and v.planned_for is null and v.imported_version is distinct from v.version), false) as is_held
    from line_classify c left join line_version v on v.classify_sid = c.classify_sid and v.deleted_at is null
    where c.main_uuid = any(${[...lineUuids]}) and c.sort_type = 1 and c.deleted_at is null group by 1`.execute(on);
  return new Map(rows.map(({ lineUuid, ...state }) => [lineUuid, state]));
}

/** Writes what a table says of lines that are there into a draft of each; a line without any version has it in force at once, where nobody else has to check it. What cannot be is kept as it was, and told. */
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
  const { content: before } = await editedContent(viewer, { lineUuid }, trx);
  const { content } = contentOf(line, line.variants[0]!, stations.placed);
  const directions = content
    .filter(({ rows }) => rows.length > 0)
    .map(({ direction, rows }) => ({
      direction,
      stationList: keepUnsaid(rows, before[direction - 1]!.rows, saidIn(line, direction)),
    }));
  const saved = await saveInto(trx, viewer, { lineUuid, directions, reason: "线路站点表导入" });
  const { classifySid } = saved.variant;
  await sql`update line_version set imported_version = version where version_uuid = ${saved.versionUuid}`.execute(trx);
  if (inForce) await publishInto(trx, viewer, { classifySid, versionUuid: saved.versionUuid }, { validFrom: today() });
}

/** What the table does not say of a station stays as the direction had it. */
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
