import { type RawBuilder, sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { hasBegun } from "./has-begun.server";
import { changedParts, readSources } from "./sources.server";
import type { SourcePart, Sources, Standing } from "./words";

/** How one variant of a line stands with its file. */
export interface VariantStanding {
  lineUuid: string;
  lineName: string;
  initials: string;
  orgId: string;
  orgName: string;
  classifySid: string;
  classifyName: string;
  sortType: number;
  /** In service, with the line for their main line today. */
  buses: number;
  fileUuid: string | null;
  fileVersion: string | null;
  generatedAt: Date | null;
  nodeCount: number | null;
  draftUuid: string | null;
  standing: Standing;
  changed: SourcePart[];
  /** When the first of these changes was made. */
  since: Date | null;
}

interface StandingQueryRow extends Omit<VariantStanding, "standing" | "changed" | "since"> {
  sources: Sources | null;
}

export interface StandingFilters {
  orgId?: string;
  keyword?: RawBuilder<unknown>;
  classifySid?: string;
  lineUuid?: string;
}

/** Every variant of the viewer's lines that runs or will run, with the newest file that was generated for it; two statements however many. */
export async function listStandings(
  viewer: Viewer,
  { orgId, keyword, classifySid, lineUuid }: StandingFilters = {},
): Promise<VariantStanding[]> {
  const which = sql.join(
    [
      inScope(viewer, sql`line.org_id`),
      ...(orgId ? [sql`line.org_id = ${orgId}`] : []),
      ...(keyword ? [keyword] : []),
      ...(classifySid ? [sql`c.classify_sid = ${classifySid}`] : []),
      ...(lineUuid ? [sql`line.line_uuid = ${lineUuid}`] : []),
    ],
    sql` and `,
  );
  const [found, now] = await Promise.all([
    findVariants(which),
    readSources(sql`line.deleted_at is null and c.deleted_at is null and ${which} and ${isNewest()}`),
  ]);
  return found.map(({ sources, ...row }) => {
    const current = row.fileUuid ? now.get(row.fileUuid) : undefined;
    const changed = changedParts(sources, current?.sources);
    const times = changed.flatMap((part) => current!.changedAt[part] ?? []).filter((at) => at > row.generatedAt!);
    const since = times.length > 0 ? new Date(Math.min(...times.map(Number))) : null;
    const standing = row.fileUuid ? (changed.length > 0 ? "outdated" : "current") : row.draftUuid ? "draft" : "none";
    return { ...row, standing, changed, since };
  });
}

/** One variant with its files, without what has changed since. */
export const findVariant = async (viewer: Viewer, classifySid: string): Promise<StandingQueryRow | undefined> =>
  (await findVariants(sql`${inScope(viewer, sql`line.org_id`)} and c.classify_sid = ${classifySid}`))[0];

/** Of file `f`: the newest of its variant that was generated and is not void. */
const isNewest =
  () => sql`f.deleted_at is null and f.state in (1, 2) and ${hasBegun("f")} and not exists (select from line_file newer
  where newer.classify_sid = f.classify_sid and newer.deleted_at is null and newer.state in (1, 2) and ${hasBegun("newer")} and (newer.generated_at, newer.file_uuid) > (f.generated_at, f.file_uuid))`;

async function findVariants(which: RawBuilder<unknown>): Promise<StandingQueryRow[]> {
  const [{ rows }, buses] = await Promise.all([
    sql<Omit<StandingQueryRow, "buses">>`
    select line.line_uuid, line.line_name, line.initials, line.org_id, organisation.org_name, c.classify_sid, c.classify_name, c.sort_type,
      f.file_uuid, f.file_version, f.generated_at, f.node_count, f.sources, draft.file_uuid as draft_uuid
    from line join organisation using (org_id) join line_classify c on c.main_uuid = line.line_uuid and c.deleted_at is null
    left join line_file f on f.classify_sid = c.classify_sid and ${isNewest()}
    left join line_file draft on draft.classify_sid = c.classify_sid and draft.state = 0 and draft.deleted_at is null
    where line.deleted_at is null and ${which} and (f.file_uuid is not null or draft.file_uuid is not null
      or exists (select from line_version v where v.classify_sid = c.classify_sid and v.state = 'effective' and v.deleted_at is null and not v.valid << daterange(${today()}::date, null)))
    order by line.name_order, line.line_uuid, c.sort_type, c.classify_name`.execute(db()),
    busesByLine({ orgScope: "all" }),
  ]);
  return rows.map((row) => ({ ...row, buses: buses[row.lineUuid] ?? 0 }));
}

/** How many buses in service have each line for their main line today. */
const busesByLine = sharedFigures("buses by line", async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ lineUuid: string; buses: number }>`
    select bl.line_uuid, count(distinct bl.bus_uuid)::int as buses from bus_line bl join bus b using (bus_uuid)
    where bl.is_main and bl.valid @> ${today()}::date and b.deleted_at is null and b.bus_state <> 100 group by 1`.execute(
    db(),
  );
  return Object.fromEntries(rows.map(({ lineUuid, buses }) => [lineUuid, buses]));
});

/** How many variants are out of date and how many have no file at all, with the lines and buses that this touches. */
export const countStandings = sharedFigures("standings", async (viewer) => {
  const found = await listStandings(viewer);
  const outdated = found.filter(({ standing }) => standing === "outdated");
  const missing = found.filter(({ standing }) => standing === "none");
  const buses = new Map(outdated.map(({ lineUuid, buses: count }) => [lineUuid, count]));
  return {
    outdated: outdated.length,
    missing: missing.length,
    lines: buses.size,
    buses: [...buses.values()].reduce((sum, count) => sum + count, 0),
  };
});
