import { type RawBuilder, sql } from "kysely";
import { kindOfDevice } from "~/domains/line-files/queries.server";
import { clipRates } from "~/transit/sound/sound";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { today } from "~/kit/ground/time/today.server";
import { packageFormats } from "~/transit/announcements/words";
import { saysSame } from "./deliveries/reported-sums.server";
import type { Targets } from "./schema";

const kinds = {
  orgIds: { table: "organisation", key: "org_id", noun: "机构", org: sql`org_id` },
  lineUuids: { table: "line", key: "line_uuid", noun: "线路", org: sql`org_id` },
  busUuids: { table: "bus", key: "bus_uuid", noun: "车辆", org: sql`org_id` },
  deviceUuids: { table: "device", key: "dev_uuid", noun: "设备", org: undefined },
} as const;

/** Throws where a target is not there or lies outside the viewer's organisations, naming each. */
export async function requireTargets(on: Database, viewer: Viewer, targets: Targets): Promise<void> {
  const errors = [];
  for (const [name, { table, key, noun, org }] of Object.entries(kinds)) {
    const wanted = targets[name as keyof Targets] ?? [];
    if (wanted.length === 0) continue;
    const visible = org
      ? inScope(viewer, org)
      : viewer.orgScope === "all"
        ? sql`true`
        : sql`(bind_type is distinct from 'bus' or exists (select from bus where bus_uuid = bind_uuid and ${inScope(viewer, sql`bus.org_id`)}))`;
    const { rows } = await sql<{ at: number }>`
      select at::int from unnest(${wanted}::text[]) with ordinality as asked(key, at)
      where not exists (select from ${sql.table(table)} where ${sql.ref(key)} = asked.key and deleted_at is null and ${visible}) order by at limit 20`.execute(
      on,
    );
    for (const { at } of rows)
      errors.push({ path: `targets.${name}.${at - 1}`, message: `${noun}不存在，或不在您的机构范围内`, row: at });
  }
  if (errors.length > 0) throw problem.fields(errors);
}

const listOf = (keys: readonly string[] | undefined) => sql`${keys ?? []}::text[]`;

/** The tables `judged` (a vehicle and a file for it, with `reason` where it gets nothing) and `left_out`; for `with recursive`. */
export const judged = (viewer: Pick<Viewer, "orgScope">, targets: Targets, files: RawBuilder<unknown>) => sql`
  below as (
    select org_id from organisation where org_id = any(${listOf(targets.orgIds)})
    union select o.org_id from below join organisation o on o.org_pid = below.org_id where o.deleted_at is null
  ),
  file as materialized (${files}),
  reached as not materialized (
    select b.bus_uuid, b.bus_self_code, b.plate_num, b.bus_state, main.line_uuid, case when ${inScope(viewer, sql`line.org_id`)} then line.line_name end as line_name
    from bus b left join bus_line main on main.bus_uuid = b.bus_uuid and main.is_main and main.valid @> ${today()}::date
    left join line on line.line_uuid = main.line_uuid and line.deleted_at is null
    where b.deleted_at is null and ${inScope(viewer, sql`b.org_id`)}
      and (b.org_id in (select org_id from below) or main.line_uuid = any(${listOf(targets.lineUuids)}) or b.bus_uuid = any(${listOf(targets.busUuids)})
        or b.bus_uuid in (select bind_uuid from device where dev_uuid = any(${listOf(targets.deviceUuids)}) and bind_type = 'bus' and deleted_at is null))
  ),
  equipped as not materialized (
    select d.dev_uuid, d.bind_uuid, d.dev_self_code, d.dev_state, d.dev_type, d.is_slave, d.model_uuid, m.model_num, m.max_file_mb, m.sample_rate,
      ${kindOfDevice.format} as format, ${kindOfDevice.shape} as shape, d.dev_uuid = any(${listOf(targets.deviceUuids)}) as asked
    from device d join device_model m using (model_uuid) where d.bind_type = 'bus' and d.deleted_at is null
  ),
  chosen as (
    select distinct on (r.bus_uuid, f.serial) r.*, f.serial, f.file_uuid, f.multi_uuid, f.kind, f.file_no, f.file_version, f.model_uuid as wanted_model, f.model_num as wanted_num,
      case when f.kind = 2 then e.format end as format, case when f.kind = 2 then e.shape end as shape, e.format as device_format, e.sample_rate,
      e.dev_uuid, e.dev_self_code, e.dev_state, e.model_uuid, e.model_num, e.max_file_mb,
      coalesce(p.file_key, f.file_key) as file_key, coalesce(p.size_bytes, f.size_bytes) as size_bytes, coalesce(p.crc32, f.crc32) as crc32, coalesce(p.sha256, f.sha256) as sha256
    from reached r join file f on f.kind <> 2 or f.line_uuid = r.line_uuid
    left join equipped e on e.bind_uuid = r.bus_uuid and (e.asked or case when f.model_uuid is null then e.dev_type = 1 else e.model_uuid = f.model_uuid end)
    left join line_file_package p on p.file_uuid = f.file_uuid and p.format = e.format and p.shape = e.shape
    order by r.bus_uuid, f.serial, e.asked desc nulls last, (e.dev_state < 3) desc nulls last, e.is_slave, e.dev_self_code
  ),
  judged as materialized (
    select c.*, case
      when c.bus_state = 100 then '车辆已报废'
      when c.dev_uuid is null and c.wanted_model is not null then '车上没有型号 ' || c.wanted_num || ' 的设备'
      when c.dev_uuid is null then '车上没有绑定车载机'
      when c.wanted_model is not null and c.model_uuid <> c.wanted_model then '文件只用于型号 ' || c.wanted_num
      when c.dev_state = 4 then '设备已报废'
      when c.dev_state = 3 then '设备已停用'
      when c.kind = 2 and not c.device_format = any(${Object.keys(packageFormats)}) then '型号 ' || c.model_num || ' 要的格式 ' || c.device_format || ' 不能制作'
      when c.kind = 2 and not c.sample_rate = any(${[...clipRates]}::int[]) then '型号 ' || c.model_num || ' 的采样率 ' || c.sample_rate || ' Hz 不能制作'
      when c.size_bytes > c.max_file_mb * 1048576::bigint then '文件 ' || round(c.size_bytes / 1048576.0, 1) || ' MB，超过型号 ' || c.model_num || ' 的 ' || c.max_file_mb || ' MB'
      when ${saysSame("said", "c")} then '已有版本 ' || c.file_version
      when said.file_version is null and exists (select from issue_detail had where had.dev_uuid = c.dev_uuid and had.kind = c.kind and had.file_no = c.file_no and had.state = 2 and had.file_version = c.file_version)
        then '已收到版本 ' || c.file_version
    end as reason
    from chosen c left join reported_file said on said.dev_uuid = c.dev_uuid and said.kind = c.kind and said.file_no = c.file_no
  ),
  left_out as materialized (
    select bus_uuid, coalesce(bus_self_code, dev_self_code) as bus_self_code, plate_num, reason from judged where reason is not null
    union all
    select r.bus_uuid, r.bus_self_code, r.plate_num, case
      when r.line_uuid is null then '车辆今天没有主线路'
      when exists (select from line_file lf join line_classify lc using (classify_sid) where lc.main_uuid = r.line_uuid and lf.state in (1, 2) and lf.deleted_at is null) then '没有选 ' || coalesce(r.line_name, '它的线路') || ' 的线路文件'
      else coalesce(r.line_name, '它的线路') || ' 还没有生成线路文件' end
    from reached r where not exists (select from file f where f.kind <> 2 or f.line_uuid = r.line_uuid)
    union all
    select null, d.dev_self_code, null, '设备没有装在车上' from device d where d.dev_uuid = any(${listOf(targets.deviceUuids)}) and d.bind_type is distinct from 'bus'
  )`;
