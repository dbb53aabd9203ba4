import { sql } from "kysely";
import { hasBegun } from "~/domains/line-files/queries.server";
import { inScope, shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { db } from "~/kit/data/db/pool.server";
import type { Choice } from "~/kit/page/forms/field";
import { today } from "~/kit/ground/time/today.server";
import { isoTime } from "~/kit/data/db/iso-time";
import { settings } from "~/kit/ground/settings.server";
import type { ListSource } from "~/kit/room/source.server";
import { proofOf } from "../deliveries/reported-sums.server";
import { labelled } from "../tasks.server";
import { announcedUrl } from "../urls";
import { taskTypes } from "../words";
import type { AnnouncedFilters, AnnouncedRow, LineVersion } from "./table";
import { type AnnouncedStanding, announcedStandings } from "./words";

/** Each bus in service with its main line of today, the newest file of that line's primary variant, and what its terminal says that it has. */
const joined = () => sql`
  join bus_line main on main.bus_uuid = bus.bus_uuid and main.is_main and main.valid @> ${today()}::date join line on line.line_uuid = main.line_uuid and line.deleted_at is null
  left join (select distinct on (c.main_uuid) c.main_uuid, c.classify_sid, f.file_version from line_classify c join line_file f using (classify_sid)
    where c.deleted_at is null and c.sort_type = 1 and f.deleted_at is null and f.state in (1, 2) and ${hasBegun("f")} order by c.main_uuid, f.generated_at desc, f.file_uuid desc) newest on newest.main_uuid = line.line_uuid
  left join lateral (select d.dev_uuid from device d where d.bind_type = 'bus' and d.bind_uuid = bus.bus_uuid and d.deleted_at is null and d.dev_type = 1 order by d.is_slave, d.dev_self_code limit 1) terminal on true
  left join reported_file own on own.dev_uuid = terminal.dev_uuid and own.kind = 2 and own.file_no = newest.classify_sid
  cross join lateral (select case
    when own.file_version = newest.file_version then 'current'
    when own.file_version is not null then 'old'
    when exists (select from reported_file r join line_classify c on c.classify_sid = r.file_no where r.dev_uuid = terminal.dev_uuid and r.kind = 2 and c.main_uuid = line.line_uuid) then 'current'
    when exists (select from reported_file r where r.dev_uuid = terminal.dev_uuid and r.kind = 2) then 'other'
    when exists (select from reported_file r where r.dev_uuid = terminal.dev_uuid) then 'none'
    else 'unknown' end as standing) judged`;

const inService = sql`bus.deleted_at is null and bus.bus_state <> 100`;
const names = sql`case judged.standing ${sql.join(
  announcedStandings.map(({ value, label }) => sql`when ${value} then ${label}`),
  sql` `,
)} end as standing_name`;
const rank = sql`array_position(${announcedStandings.map(({ value }) => value)}::text[], judged.standing)`;

export const announcedSource = (): ListSource<AnnouncedRow, AnnouncedFilters> => ({
  listed: { table: "bus", key: "busUuid", noun: "车辆" },
  select: sql`bus.bus_uuid, bus.bus_self_code, bus.plate_num, organisation.org_name, line.line_uuid, judged.standing, ${names}, own.file_version, ${proofOf("own")} as proof, newest.file_version as newest_version,
    ${isoTime(sql`own.since`)} as since, ${isoTime(sql`(select max(r.reported_at) from reported_file r where r.dev_uuid = terminal.dev_uuid)`)} as reported_at`,
  foreign: (mask) => sql`${mask(sql`line.org_id`, sql`line.line_name`)} as line_name`,
  joins: sql`join organisation on organisation.org_id = bus.org_id ${joined()}`,
  from: sql`bus ${joined()}`,
  where: ({ keyword, standing, orgId, lineUuid, fileVersion }, viewer) => [
    inService,
    ...(keyword
      ? [
          sql`(strpos(lower(bus.bus_self_code), lower(${keyword})) > 0 or strpos(bus.plate_num, upper(${keyword})) > 0 or (${inScope(viewer, sql`line.org_id`)} and strpos(lower(line.line_name), lower(${keyword})) > 0))`,
        ]
      : []),
    ...(standing ? [sql`judged.standing = ${standing}`] : []),
    ...(orgId ? [sql`bus.org_id = ${orgId}`] : []),
    ...(lineUuid ? [sql`line.line_uuid = ${lineUuid}`] : []),
    ...(fileVersion ? [sql`own.file_version = ${fileVersion}`] : []),
  ],
  order: {
    standing: rank,
    lineName: sql`line.name_order`,
    busSelfCode: sql`bus.bus_self_code`,
    reportedAt: sql`own.reported_at`,
  },
  scope: sql`bus.org_id`,
});

export type AnnouncedCounts = Record<AnnouncedStanding, number>;

/** How many buses of the viewer's organisations stand how, of those that the other filters leave. */
export const countAnnounced = sharedFigures(
  "announced",
  async (viewer, filters: AnnouncedFilters = {}): Promise<AnnouncedCounts> => {
    const those = sql.join(announcedSource().where({ ...filters, standing: undefined }, viewer), sql` and `);
    const { rows } = await sql<{ standing: AnnouncedStanding; count: number }>`
    select judged.standing, count(*)::int as count from bus ${joined()} where ${those} and ${inScope(viewer, sql`bus.org_id`)} group by 1`.execute(
      db(),
    );
    const counts = Object.fromEntries(announcedStandings.map(({ value }) => [value, 0])) as AnnouncedCounts;
    for (const { standing, count } of rows) counts[standing] = count;
    return counts;
  },
);

/** By line: how many buses announce which version, those to look after first. */
export const versionsByLine = sharedFigures("announced by line", async (viewer): Promise<LineVersion[]> => {
  const { rows } = await sql<LineVersion>`
    select line.line_uuid, ${shownWithin(viewer, sql`line.org_id`, sql`line.line_name`)} as line_name, own.file_version, newest.file_version as newest_version, judged.standing, count(*)::int as buses
    from bus ${joined()} where ${inService} and ${inScope(viewer, sql`bus.org_id`)}
    group by line.line_uuid, line.org_id, line.line_name, line.name_order, own.file_version, newest.file_version, judged.standing order by ${rank}, line.name_order, line.line_uuid, own.file_version limit 5000`.execute(
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

/** What one bus announces, and all that its terminal says that it has; undefined where it has no main line today. */
export async function announcedBy(viewer: Viewer, busUuid: string): Promise<AnnouncedState | undefined> {
  const { rows } = await sql<AnnouncedState & { devUuid: string | null; busSelfCode: string }>`
    select judged.standing, ${names}, terminal.dev_uuid, bus.bus_self_code from bus ${joined()} where bus.bus_uuid = ${busUuid}`.execute(
    db(),
  );
  if (!rows[0]) return undefined;
  const { devUuid, busSelfCode, ...standing } = rows[0];
  const { rows: files } = await sql<AnnouncedState["files"][number]>`
    select r.kind, ${labelled(taskTypes, "r.kind")} as kind_name, coalesce(${shownWithin(viewer, sql`line.org_id`, sql`line.line_name || ' ' || c.classify_name`)}, m.file_name, r.file_no) as name, r.file_version, ${proofOf("r")} as proof, to_char(r.since at time zone ${settings().OPERATOR_TIME_ZONE}, 'YYYY-MM-DD') as since
    from reported_file r left join line_classify c on r.kind = 2 and c.classify_sid = r.file_no left join line on line.line_uuid = c.main_uuid
    left join lateral (select file_name from multi_file where kind = r.kind and file_no = r.file_no order by created_at desc limit 1) m on r.kind <> 2
    where r.dev_uuid = ${devUuid} order by r.kind <> 2, r.kind, 2 limit 50`.execute(db());
  return { ...standing, files, href: `${announcedUrl}?${new URLSearchParams({ keyword: busSelfCode })}` };
}
