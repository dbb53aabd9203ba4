import { sql } from "kysely";
import type { z } from "zod";
import { takeAlarms, watchFences } from "~/domains/vehicle-events/queries.server";
import { sqlState } from "~/kit/data/db/failures";
import { db } from "~/kit/data/db/pool.server";
import { chineseMessage } from "~/kit/page/forms/messages";
import { type DroppedReport, noteDropped } from "~/domains/devices/queries.server";
import { findJumps } from "./jumps.server";
import { kilometresOutside, serviceBounds, widestMargin } from "./service-area.server";
import { makeReportDays } from "./days.server";
import { Report, type ReportAnswer } from "./schema";

const mostAhead = 10 * 60_000;
const mostBehind = 24 * 3_600_000;

interface NumberedReport extends Report {
  /** Its place in the batch, from 0. */
  place: number;
}

/** Keeps the good reports of a batch and says what is wrong with the others. */
export async function takeReports(batch: readonly unknown[], now = Date.now()): Promise<ReportAnswer> {
  const good: NumberedReport[] = [];
  const errors: ReportAnswer["errors"] = [];
  const wrong = (place: number, field: string, message: string) =>
    errors.push({ row: place + 1, path: `reports.${place}${field && `.${field}`}`, message });
  const bounds = await serviceBounds();
  const dropped: DroppedReport[] = [];
  const drop = (place: number, { devSelfCode, imei }: Report, field: string, words: string) => {
    wrong(place, field, words);
    dropped.push({ devSelfCode, imei, words });
  };
  for (const [place, sent] of batch.entries()) {
    const { data: report, error } = Report.safeParse(sent, { error: chineseMessage });
    if (!report) {
      for (const issue of (error as z.ZodError).issues) wrong(place, issue.path.join("."), issue.message);
      continue;
    }
    const age = now - Date.parse(report.reportedAt);
    const outside = bounds ? kilometresOutside([report.lng, report.lat], bounds) : 0;
    if (age < -mostAhead) drop(place, report, "reportedAt", "上报时间比服务器时间晚 10 分钟以上");
    else if (age > mostBehind) drop(place, report, "reportedAt", "上报时间早于 24 小时以前");
    else if (outside > widestMargin)
      drop(place, report, "lng", `位置在服务区以外 ${Math.round(outside)} 公里，不可能是这辆车的位置`);
    else good.push({ ...report, place });
  }
  if (!bounds)
    for (const { place, ...report } of takeOut(good, await findJumps(good))) drop(place, report, "lng", report.words);
  const kept = good.length > 0 ? await stored(good) : new Map<number, StoredReport>();
  await watchFences(
    good.flatMap(({ place, reportedAt, lng, lat, speed }) => {
      const { busUuid = null, before = null } = kept.get(place) ?? {};
      const at = Date.parse(reportedAt);
      return busUuid
        ? [{ busUuid, at, place: [lng, lat] as const, kmh: speed ?? null, before: before?.getTime() ?? null }]
        : [];
    }),
  );
  await takeAlarms(
    good.flatMap(({ place, alarm, reportedAt, lng, lat, speed }) => {
      const { devUuid } = kept.get(place) ?? {};
      return devUuid && typeof alarm === "number"
        ? [{ devUuid, at: new Date(reportedAt), alarm, lng, lat, kmh: speed }]
        : [];
    }),
  );
  for (const { place, devSelfCode, imei } of good) {
    if (!kept.has(place))
      wrong(
        place,
        devSelfCode ? "devSelfCode" : "imei",
        `没有${devSelfCode ? `编号为 ${devSelfCode}` : ` IMEI 为 ${imei}`} 的设备`,
      );
  }
  await noteDropped(dropped);
  return { accepted: kept.size, errors: errors.sort((a, b) => a.row - b.row) };
}

/** Takes those that jump out of the list and gives them back, each with what is said of it. */
function takeOut(good: NumberedReport[], jumps: ReadonlyMap<number, string>): (NumberedReport & { words: string })[] {
  const out = good.flatMap((report, at) => (jumps.has(at) ? [{ ...report, words: jumps.get(at)! }] : []));
  const gone = new Set(out.map(({ place }) => place));
  good.splice(0, good.length, ...good.filter(({ place }) => !gone.has(place)));
  return out;
}

interface StoredReport {
  devUuid: string;
  busUuid: string | null;
  before: Date | null;
}

/** A partition that is missing yet, or again, is made and the batch stored once more. */
async function stored(reports: NumberedReport[]): Promise<Map<number, StoredReport>> {
  try {
    return await store(reports);
  } catch (error) {
    if (sqlState(error) !== "23514") throw error;
    const times = reports.map(({ reportedAt }) => Date.parse(reportedAt));
    await makeReportDays(new Date(Math.min(...times)), new Date(Math.max(...times)));
    return store(reports);
  }
}

/** That a device connected is noted once a minute: it changes every index of a device. Answers what was stored, and when the bus reported last before. */
async function store(reports: NumberedReport[]): Promise<Map<number, StoredReport>> {
  const column = <K extends keyof NumberedReport>(name: K) => reports.map((report) => report[name] ?? null);
  const found = await sql<StoredReport & { place: number }>`
    with given as (
      select * from unnest(${column("place")}::int[], ${column("devSelfCode")}::text[], ${column("imei")}::text[], ${column("reportedAt")}::timestamptz[],
        ${column("lng")}::float8[], ${column("lat")}::float8[], ${column("speed")}::real[], ${column("azimuth")}::smallint[], ${column("mileage")}::numeric[])
        as given (place, code, imei, reported_at, lng, lat, speed, azimuth, mileage)
    ), known as materialized (
      select given.*, d.dev_uuid, case when d.bind_type = 'bus' then d.bind_uuid end as bus_uuid, d.last_connect_time
      from given join device d on d.dev_self_code = given.code and d.deleted_at is null
      union all
      select given.*, d.dev_uuid, case when d.bind_type = 'bus' then d.bind_uuid end, d.last_connect_time
      from given join device d on d.imei = given.imei and d.deleted_at is null where given.code is null
    ), kept as (
      insert into device_report (dev_uuid, bus_uuid, reported_at, lng, lat, speed, azimuth, mileage)
      select dev_uuid, bus_uuid, reported_at, lng, lat, speed, azimuth, mileage from known
    ), placed as (
      insert into bus_position (bus_uuid, dev_uuid, reported_at, lng, lat, speed, azimuth)
      select distinct on (bus_uuid) bus_uuid, dev_uuid, reported_at, lng, lat, speed, azimuth from known where bus_uuid is not null order by bus_uuid, reported_at desc
      on conflict (bus_uuid) do update set dev_uuid = excluded.dev_uuid, reported_at = excluded.reported_at, received_at = now(), lng = excluded.lng, lat = excluded.lat, speed = excluded.speed, azimuth = excluded.azimuth
      where bus_position.reported_at < excluded.reported_at
    ), connecting as (
      select dev_uuid from device where dev_uuid in (select dev_uuid from known where last_connect_time is null or last_connect_time < now() - interval '1 minute')
      for update skip locked
    ), connected as (
      update device set first_connect_time = coalesce(first_connect_time, now()), last_connect_time = now() from connecting where device.dev_uuid = connecting.dev_uuid
    )
    select place, known.dev_uuid, known.bus_uuid, bus_position.reported_at as before from known left join bus_position on bus_position.bus_uuid = known.bus_uuid`.execute(
    db(),
  );
  return new Map(found.rows.map(({ place, ...stored }) => [place, stored]));
}
