import { sql } from "kysely";
import { inScope, shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import type { Choice } from "~/kit/page/forms/field";
import { isoTime } from "~/kit/data/db/iso-time";
import { settings } from "~/kit/ground/settings.server";
import { foundIn } from "~/kit/data/search/found.server";
import type { ListSource } from "~/kit/room/source.server";
import { proofOf } from "../deliveries/reported-sums.server";
import { labelled } from "../tasks.server";
import { judgeOne, keepAnnounced, rankOf } from "./keep-announced.server";
import { announcedUrl } from "../urls";
import { taskTypes } from "../words";
import type { AnnouncedFilters, AnnouncedRow, LineVersion } from "./table";
import { type AnnouncedStanding, announcedStandings } from "./words";

const standingOf = sql`(${announcedStandings.map(({ value }) => value)}::text[])[bus_announced.standing]`;

/** Buses in service with a main line today, as `keepAnnounced` left them. */
export const announcedSource = (): ListSource<AnnouncedRow, AnnouncedFilters> => ({
  listed: { table: "busAnnounced", key: "busUuid", noun: "车辆" },
  select: sql`bus_announced.bus_uuid, bus.bus_self_code, bus.plate_num, organisation.org_name, bus_announced.line_uuid, ${standingOf} as standing, (${announcedStandings.map(({ label }) => label)}::text[])[bus_announced.standing] as standing_name,
    bus_announced.file_version, bus_announced.newest_version, ${proofOf("own")} as proof, ${isoTime(sql`own.since`)} as since, ${isoTime(sql`(select max(r.reported_at) from reported_file r where r.dev_uuid = bus_announced.dev_uuid)`)} as reported_at`,
  foreign: (mask) => sql`${mask(sql`line.org_id`, sql`line.line_name`)} as line_name`,
  joins: sql`join bus using (bus_uuid) join organisation on organisation.org_id = bus.org_id join line on line.line_uuid = bus_announced.line_uuid
    left join reported_file own on own.dev_uuid = bus_announced.dev_uuid and own.kind = 2 and own.file_no = bus_announced.classify_sid`,
  where: ({ keyword, standing, orgId, lineUuid, fileVersion }, viewer) => [
    ...(keyword ? [sql`bus_announced.bus_uuid in (${keysCalled(keyword, viewer)})`] : []),
    ...(standing ? [sql`bus_announced.standing = ${rankOf(standing)}`] : []),
    ...(orgId ? [sql`bus_announced.org_id = ${orgId}`] : []),
    ...(lineUuid ? [sql`bus_announced.line_uuid = ${lineUuid}`] : []),
    ...(fileVersion ? [sql`bus_announced.file_version = ${fileVersion}`] : []),
  ],
  order: {
    standing: sql`bus_announced.standing`,
    lineName: sql`bus_announced.line_order`,
    busSelfCode: sql`bus_announced.code_order`,
    reportedAt: sql`bus_announced.reported_at`,
  },
  scope: sql`bus_announced.org_id`,
});

/** Buses by their own code or plate, and those of lines by their name; each by its own index. */
const keysCalled = (keyword: string, viewer: Viewer) => sql`
  select bus.bus_uuid from bus where bus.deleted_at is null and ${foundIn("bus", keyword, ["bus_self_code", "plate_num"])}
  union all select named.bus_uuid from bus_announced named where named.line_uuid in (
    select line.line_uuid from line where line.deleted_at is null and ${inScope(viewer, sql`line.org_id`)} and ${foundIn("line", keyword, ["line_name"])})`;

export type AnnouncedCounts = Record<AnnouncedStanding, number>;

/** How many buses of the viewer's organisations stand how, of those that the other filters leave. */
export const countAnnounced = async (
  viewer: Pick<Viewer, "orgScope">,
  filters: AnnouncedFilters = {},
): Promise<AnnouncedCounts> => counted(viewer, await keepAnnounced(), { ...filters, standing: undefined });

const counted = sharedFigures(
  "announced",
  async (viewer, _madeAt: number, filters: AnnouncedFilters): Promise<AnnouncedCounts> => {
    const those = sql.join([sql`true`, ...announcedSource().where(filters, viewer)], sql` and `);
    const { rows } = await sql<{ standing: number; count: number }>`
    select standing, count(*)::int as count from bus_announced where ${those} and ${inScope(viewer, sql`bus_announced.org_id`)} group by 1`.execute(
      db(),
    );
    return Object.fromEntries(
      announcedStandings.map(({ value }) => [
        value,
        rows.find(({ standing }) => standing === rankOf(value))?.count ?? 0,
      ]),
    ) as AnnouncedCounts;
  },
);

/** By line: how many buses announce which version, those to look after first. */
export const versionsByLine = async (viewer: Pick<Viewer, "orgScope">): Promise<LineVersion[]> =>
  versions(viewer, await keepAnnounced());

const versions = sharedFigures("announced by line", async (viewer, _madeAt: number): Promise<LineVersion[]> => {
  const { rows } = await sql<LineVersion>`
    select line.line_uuid, ${shownWithin(viewer, sql`line.org_id`, sql`line.line_name`)} as line_name, bus_announced.file_version, bus_announced.newest_version, ${standingOf} as standing, bus_announced.buses
    from (select line_uuid, file_version, newest_version, standing, count(*)::int as buses from bus_announced
      where ${inScope(viewer, sql`org_id`)} group by 1, 2, 3, 4) bus_announced join line using (line_uuid)
    order by bus_announced.standing, line.name_order, line.line_uuid, bus_announced.file_version limit 5000`.execute(
    db(),
  );
  return rows;
});

export async function offeredLines(viewer: Viewer): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select line_uuid as value, line_name as label from line where deleted_at is null and ${inScope(viewer, sql`org_id`)} order by name_order limit 2000`.execute(
    db(),
  );
  return rows;
}

export interface AnnouncedState {
  standing: AnnouncedStanding;
  standingName: string;
  href: string;
  /** `since`: the operator's day from which the terminal has had it. */
  files: { kind: number; kindName: string; name: string; fileVersion: string; proof: string; since: string }[];
}

/** What one bus announces at this moment, and all that its terminal says that it has; undefined where it has no main line today. */
export async function announcedBy(viewer: Viewer, busUuid: string): Promise<AnnouncedState | undefined> {
  const judged = await judgeOne(busUuid);
  if (!judged) return undefined;
  const { value: standing, label: standingName } = announcedStandings[judged.rank - 1]!;
  const { rows: files } = await sql<AnnouncedState["files"][number]>`
    select r.kind, ${labelled(taskTypes, "r.kind")} as kind_name, coalesce(${shownWithin(viewer, sql`line.org_id`, sql`line.line_name || ' ' || c.classify_name`)}, m.file_name, r.file_no) as name, r.file_version, ${proofOf("r")} as proof, to_char(r.since at time zone ${settings().OPERATOR_TIME_ZONE}, 'YYYY-MM-DD') as since
    from reported_file r left join line_classify c on r.kind = 2 and c.classify_sid = r.file_no left join line on line.line_uuid = c.main_uuid
    left join lateral (select file_name from multi_file where kind = r.kind and file_no = r.file_no order by created_at desc limit 1) m on r.kind <> 2
    where r.dev_uuid = ${judged.devUuid} order by r.kind <> 2, r.kind, 2 limit 50`.execute(db());
  return {
    standing,
    standingName,
    files,
    href: `${announcedUrl}?${new URLSearchParams({ keyword: judged.busSelfCode })}`,
  };
}
