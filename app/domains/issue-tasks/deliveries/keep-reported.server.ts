import { sql } from "kysely";
import { db, perDatabase } from "~/kit/data/db/pool.server";
import { plannedOnce } from "~/kit/data/db/planned-once.server";
import { gatherCalls } from "~/kit/ground/gather-calls";
import type { ReportedFile } from "./job";
import { settleReported } from "./settle-reported.server";

interface Reporting {
  devUuid: string;
  files: readonly ReportedFile[];
}

/** The same again within this time is taken as known. */
const freshMs = 60_000;
const mostKnown = 100_000;
const knownReports = perDatabase(() => new Map<string, { said: string; at: number }>());
const keeping = gatherCalls(keepTogether, { most: 500 });

/** Keeps all that a terminal says it has, in place of what it said before, and settles deliveries by it. */
export async function keepReported({ devUuid }: { devUuid: string }, files: readonly ReportedFile[]): Promise<void> {
  const said = JSON.stringify(files.map(({ kind, no, version, crc32 }) => [kind, no, version, crc32]).sort());
  const known = knownReports();
  const before = known.get(devUuid);
  if (before?.said === said && Date.now() - before.at < freshMs) return;
  await keeping({ devUuid, files });
  known.delete(devUuid);
  known.set(devUuid, { said, at: Date.now() });
  if (known.size > mostKnown) known.delete(known.keys().next().value!);
}

/** Of two reports of one terminal the later holds; of a file named twice the last. */
async function keepTogether(asked: Reporting[]): Promise<void[]> {
  const latest = new Map(asked.map(({ devUuid, files }) => [devUuid, files]));
  const rows = [...latest].flatMap(([devUuid, files]) => [
    ...new Map(files.map((file) => [`${file.kind} ${file.no}`, { ...file, devUuid }])).values(),
  ]);
  const devices = [...latest.keys()].sort();
  await sql`${plannedOnce}
    with locked as (
      select dev_uuid from device where dev_uuid = any(${devices}) order by dev_uuid for no key update
    ), given as materialized (
      select g.* from unnest(${rows.map((row) => row.devUuid)}::text[], ${rows.map((row) => row.kind)}::smallint[], ${rows.map((row) => row.no)}::text[], ${rows.map((row) => row.version)}::text[], ${rows.map((row) => row.crc32?.toLowerCase().padStart(8, "0") ?? null)}::text[])
        with ordinality as g (dev_uuid, kind, file_no, file_version, told_crc32, place) join locked using (dev_uuid)
    ), gone as (
      delete from reported_file r using locked where r.dev_uuid = locked.dev_uuid
        and not exists (select from given g where g.dev_uuid = r.dev_uuid and g.kind = r.kind and g.file_no = r.file_no)
    ), kept as (
      insert into reported_file as r (dev_uuid, kind, file_no, file_version, told_crc32) select dev_uuid, kind, file_no, file_version, told_crc32 from given order by 1, 2, 3
      on conflict (dev_uuid, kind, file_no) do update set file_version = excluded.file_version, told_crc32 = excluded.told_crc32, reported_at = now(),
        since = case when r.file_version = excluded.file_version then r.since else now() end
      where r.file_version <> excluded.file_version or r.told_crc32 is distinct from excluded.told_crc32 or r.reported_at < now() - interval '5 minutes'
    ), first as (
      select dev_uuid, (array_agg(file_version order by place) filter (where kind = 1))[1] as firmware,
        (array_agg(file_version order by place) filter (where kind = 2))[1] as line_file_version from given group by 1
    )
    update device set firmware = coalesce(first.firmware, device.firmware), line_file_version = first.line_file_version
    from first where device.dev_uuid = first.dev_uuid
      and (device.firmware is distinct from coalesce(first.firmware, device.firmware) or device.line_file_version is distinct from first.line_file_version)`.execute(
    db(),
  );
  await settleReported(devices);
  return [];
}
