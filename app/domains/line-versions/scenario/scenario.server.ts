import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { findAnyVersion } from "../detail.server";
import { visibleLines } from "~/domains/lines/queries.server";
import type { VersionDetail } from "../schema";
import { type DraftService, countDraft } from "./draft-row.server";
import { addDemands } from "./model";
import type { Period } from "./periods";
import { mostDrafts, type Scenario } from "./schema";
import { findTouchedStations } from "./touched-stations.server";

/** The drafts of some lines, with one more than are counted at once where there are more. */
export async function draftsOfLines(viewer: Viewer, lineUuids: readonly string[]): Promise<string[]> {
  const found = await sql<{ versionUuid: string }>`
    select v.version_uuid from line_version v join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
    where v.state = 'draft' and v.deleted_at is null and c.deleted_at is null and line.deleted_at is null and ${visibleLines(viewer)}
      and line.line_uuid = any(${[...lineUuids]}) order by line.name_order, c.sort_type, v.planned_for nulls first limit ${mostDrafts + 1}`.execute(
    db(),
  );
  return found.rows.map(({ versionUuid }) => versionUuid);
}

/** What drafts would take in buses and kilometres beside what runs today, which stations lose or gain lines by them, and what stands in their way. */
export async function countScenario(
  viewer: Viewer,
  asked: readonly DraftService[],
  periods: readonly Period[] = [],
): Promise<Scenario> {
  const drafts: VersionDetail[] = [];
  for (const { versionUuid } of asked) drafts.push(await requireDraft(viewer, versionUuid));
  const rows: Scenario["rows"] = [];
  for (const [at, draft] of drafts.entries()) rows.push(await countDraft(viewer, draft, asked[at]!, periods, drafts));
  const stations = await findTouchedStations(drafts);
  return {
    rows,
    now: addDemands(rows.map(({ now }) => now)),
    draft: addDemands(rows.map(({ draft }) => draft)),
    stations,
    gaining: stations.filter(({ gains }) => gains.length > 0).length,
    losing: stations.filter(({ loses }) => loses.length > 0).length,
    unserved: stations.filter(({ lines }) => lines === 0).length,
  };
}

async function requireDraft(viewer: Viewer, versionUuid: string): Promise<VersionDetail> {
  const draft = await findAnyVersion(viewer, versionUuid, "草稿");
  if (draft.standing !== "draft") throw problem.missing("草稿");
  return draft;
}
