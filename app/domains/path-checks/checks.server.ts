import { isSecondDirection, readLineView } from "~/domains/parameters/queries.server";
import { directionName, type DirectionView } from "~/domains/parameters/schema";
import { type RawBuilder, sql } from "kysely";
import { isDoubtful } from "~/domains/lines/schema";
import { lineFound } from "~/domains/lines/queries.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { isoTime } from "~/kit/data/db/iso-time";
import { type ListPage, type ListState, pageRows } from "~/kit/page/tables/select-page.server";
import { today } from "~/kit/ground/time/today.server";
import { pointsOf } from "~/transit/geo/shape";
import { type CheckedKey, type CheckFilters, checkStates, type CheckRow, enough } from "./schema";
import { shownStretches } from "./shown-stretches";
import type { StoredStretch } from "./stretches";
import type { MatchedGap } from "~/transit/roads/gap";

const joined =
  () => sql`line_path p join line_version v on v.version_uuid = p.version_uuid and v.deleted_at is null and v.valid @> ${today()}::date
  join line_classify c on c.classify_sid = v.classify_sid and c.deleted_at is null
  join line on line.line_uuid = c.main_uuid and line.deleted_at is null
  join organisation o on o.org_id = line.org_id
  left join line_match_result r on r.version_uuid = p.version_uuid and r.direction = p.direction and r.path_hash = v.version::text`;
const key = sql`p.version_uuid || '-' || p.direction`;
const open = sql`(select count(*)::int from jsonb_array_elements(r.stretches) s where s ->> 'whiteUuid' is null)`;
const doubted = sql`exists (select from path_white_list w where w.deleted_at is null and w.recheck and w.classify_sid = c.classify_sid and w.direction = p.direction)`;
/** Accepted stretches count as good; broken ways between stations never do. */
const state = sql`case when r.version_uuid is null then 'unchecked' when ${doubted} then 'recheck'
  when jsonb_array_length(r.stretches) > 0 and ${open} = 0 then 'white-list' when r.ratio >= ${sql.lit(enough)} then 'passed' else 'doubtful' end`;
const rank = sql`case when r.version_uuid is null then 1 when ${doubted} then 0 when r.ratio >= ${sql.lit(enough)} or (jsonb_array_length(r.stretches) > 0 and ${open} = 0) then 2 else 0 end`;

const order: Record<string, RawBuilder<unknown>> = {
  worst: sql`(${rank}) * 10 + coalesce(r.ratio, 0) + coalesce(r.confidence, 1) / 100`,
  lineName: sql`line.name_order`,
  ratio: sql`r.ratio`,
  breaks: sql`coalesce(r.breaks, 0)`,
  confidence: sql`r.confidence`,
  mileage: sql`p.mileage`,
  checkedAt: sql`r.checked_at`,
};

function where(
  viewer: Viewer,
  { keyword, state: wanted, orgId }: CheckFilters,
  more: RawBuilder<unknown>[] = [],
): RawBuilder<unknown> {
  return sql.join(
    [
      inScope(viewer, sql`line.org_id`),
      ...(keyword ? [lineFound(keyword)] : []),
      ...(wanted ? [sql`${state} = ${wanted}`] : []),
      ...(orgId ? [sql`line.org_id = ${orgId}`] : []),
      ...more,
    ],
    sql` and `,
  );
}

/** One variant's directions stand together, the one that the operator begins with first. */
const tiesOf = (view: DirectionView) => [
  sql`line.line_uuid`,
  sql`c.sort_type`,
  sql`c.classify_sid`,
  isSecondDirection(view, sql`p.direction`, sql`line.line_uuid`, sql`p.version_uuid`),
];

export async function listChecks(viewer: Viewer, list: ListState<CheckFilters>): Promise<ListPage<CheckRow>> {
  const { page, size, filters, exactTotal } = list;
  const ties = tiesOf(await readLineView()).map((term, at) => [`tie${at}`, term] as const);
  const sort = [...list.sort, ...ties.map(([id]) => ({ id, desc: false }))];
  return pageRows<CheckRow>(
    { page, size, filters, exactTotal, sort },
    {
      key,
      keyName: "checkKey",
      from: joined(),
      where: where(viewer, filters),
      order: Object.fromEntries([...Object.entries(order), ...ties]),
      load: (keys) => loadChecks(sql`${key} = any(${keys})`),
    },
  );
}

/** Those of one line or variant that the viewer may see, in the order of their directions; throws problem.missing where the line is not there. */
export async function checksOf(viewer: Viewer, { classifySid, lineUuid, direction }: CheckedKey): Promise<CheckRow[]> {
  const found =
    await sql`select 1 from line join line_classify c on c.main_uuid = line.line_uuid where line.deleted_at is null and c.deleted_at is null and ${inScope(viewer, sql`line.org_id`)}
    and ${classifySid ? sql`c.classify_sid = ${classifySid}` : sql`line.line_uuid = ${lineUuid}`} limit 1`.execute(
      db(),
    );
  if (found.rows.length === 0) throw problem.missing("线路");
  const which = [
    classifySid ? sql`c.classify_sid = ${classifySid}` : sql`line.line_uuid = ${lineUuid}`,
    ...(direction ? [sql`p.direction = ${direction}`] : []),
  ];
  return loadChecks(where(viewer, {}, which));
}

export async function requireCheck(viewer: Viewer, checkKey: string) {
  const [found] = await loadChecks(where(viewer, {}, [sql`${key} = ${checkKey}`]));
  if (!found) throw problem.missing("路径");
  return { ...found, ...(await pathOf(found)) };
}

export async function neighbourOf(viewer: Viewer, checkKey: string) {
  const ties = sql.join(tiesOf(await readLineView()));
  const found = await sql<{ before: string | null; next: string | null; open: number; unchecked: number }>`
    with queue as (select ${key} as key, ${rank} as rank, row_number() over w as place, lag(${key}) over w as before, lead(${key}) over w as next
      from ${joined()} where ${where(viewer, {})} window w as (order by ${order.worst}, line.name_order, ${ties}, ${key}))
    select q.before, q.next, (select count(*)::int from queue where rank = 0) as open, (select count(*)::int from queue where rank = 1) as unchecked from queue q where q.key = ${checkKey}`.execute(
    db(),
  );
  return found.rows[0] ?? { before: null, next: null, open: 0, unchecked: 0 };
}

export async function pathOf({ versionUuid, direction }: Pick<CheckRow, "versionUuid" | "direction">) {
  const row = await db()
    .selectFrom("linePath")
    .select(["coords", "gaps"])
    .where("versionUuid", "=", versionUuid)
    .where("direction", "=", direction)
    .executeTakeFirst();
  const path = pointsOf(row?.coords ?? []);
  const gaps = (row?.gaps ?? []) as unknown as MatchedGap[];
  return {
    path,
    doubtful: gaps.filter(isDoubtful).map(({ pathFrom, pathTo }) => path.slice(pathFrom, pathTo + 1)),
  };
}

type CheckRecord = Omit<CheckRow, "directionName" | "stateName" | "stretches"> & {
  coords: number[] | null;
  stored: StoredStretch[] | null;
};

export async function loadChecks(which: RawBuilder<unknown>): Promise<CheckRow[]> {
  const view = await readLineView();
  const found = await sql<CheckRecord>`
    select ${key} as check_key, line.line_uuid, line.line_name, line.line_type, line.org_id, o.org_name, c.classify_sid, c.classify_name, c.sort_type, p.version_uuid, v.version, p.direction,
      ${state} as state, p.mileage, p.source as path_source, r.ratio, coalesce(r.breaks, 0) as breaks, r.confidence, coalesce(${open}, 0) as open_stretches, ${isoTime(sql`r.checked_at`)} as checked_at,
      r.stretches as stored, case when jsonb_array_length(r.stretches) > 0 then p.coords end as coords
    from ${joined()} where ${which} order by line.name_order, ${sql.join(tiesOf(view))}`.execute(db());
  return found.rows.map(({ coords, stored, ...row }) => ({
    ...row,
    directionName: directionName(row.lineType, row.direction as 1 | 2, view),
    stateName: checkStates.find(({ value }) => value === row.state)!.label,
    stretches: coords ? shownStretches(pointsOf(coords), stored ?? []) : [],
  }));
}
