import { type RawBuilder, sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";

export interface FleetOfLine {
  title: string;
  total: number;
  first: { title: string; href: string; note: string }[];
  change?: string;
}

const shown = 60;

/** Who and what works on a line today or later, of the viewer's organisations: its buses, drivers and fences. */
export async function fleetOfLine(viewer: Viewer, lineUuid: string): Promise<FleetOfLine[]> {
  const kinds: { title: string; read: string; url: string; change?: string; found: RawBuilder<unknown> }[] = [
    {
      title: "车辆",
      read: "bus.read",
      url: "/bus/bus-management",
      change: allows(viewer, "bus.assign") ? `/line/line-management/${lineUuid}/buses` : undefined,
      found: sql`select bus.bus_uuid as key, bus_self_code || ' ' || plate_num as title, ${standing()} as note
        from bus_line period join bus using (bus_uuid) where line_uuid = ${lineUuid} and ${notEnded()} and bus.deleted_at is null and ${inScope(viewer, sql`bus.org_id`)}`,
    },
    {
      title: "人员",
      read: "person.read",
      url: "/personnel/personnel-management",
      found: sql`select person.person_uuid as key, name || ' ' || job_number as title, ${standing()} as note
        from person_line period join person using (person_uuid) where line_uuid = ${lineUuid} and ${notEnded()} and person.deleted_at is null and ${inScope(viewer, sql`person.org_id`)}`,
    },
    {
      title: "电子围栏",
      read: "fence.read",
      url: "/electronic-fence/electronic-fence-management",
      found: sql`select fence_uuid as key, fence_name as title, '' as note
        from fence where (${lineUuid} = any(line_uuids) or owner_type = 'line' and owner_uuid = ${lineUuid}) and deleted_at is null and ${inScope(viewer, sql`org_id`)}`,
    },
  ];
  const readable = kinds.filter(({ read }) => allows(viewer, read));
  if (readable.length === 0) return [];
  const each = readable.map(
    ({ found }, nth) =>
      sql`(select ${sql.lit(nth)} as nth, *, count(*) over () as total from (${found}) as found order by title limit ${shown})`,
  );
  const { rows } = await sql<{ nth: number; key: string; title: string; note: string; total: number }>`
    select * from (${sql.join(each, sql` union all `)}) as fleet order by nth, title`.execute(db());
  return readable.map(({ title, url, change }, nth) => {
    const own = rows.filter((row) => row.nth === nth);
    const first = own.map((row) => ({ title: row.title, note: row.note, href: `${url}/${row.key}` }));
    return { title, total: own[0]?.total ?? 0, first, change };
  });
}

const notEnded = () => sql`(upper_inf(period.valid) or upper(period.valid) > ${today()}::date)`;
const standing = () => sql`concat_ws('，', case when not period.is_main then '非主线路' end,
  case when lower(period.valid) > ${today()}::date then lower(period.valid) || ' 起' end,
  case when not upper_inf(period.valid) then '到 ' || upper(period.valid) - 1 end)`;
