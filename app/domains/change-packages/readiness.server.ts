import { sql } from "kysely";
import { type AheadFile, listAhead, otherNamesOf, unheardAmong } from "~/domains/line-files/queries.server";
import type { Viewer } from "~/kit/data/access/viewer";
import type { OtherName } from "~/transit/announcements/model";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { asIfInForce } from "./apply-items.server";
import type { HeldPackage } from "./hold-package.server";
import type { Refusal } from "./model";
import type { PackageRow } from "./room";

/** A variant whose announcements a package changes, with the file made for it. */
export interface TouchedVariant {
  classifySid: string;
  lineUuid: string;
  name: string;
  file: AheadFile | null;
  /** The variant that the line's buses run. */
  isPrimary: boolean;
  /** Any file at all to make the next from. */
  hasFile: boolean;
  buses: number;
  /** Vehicles that were to get the file, and those that have it. */
  issued: number;
  have: number;
  taskUuid: string | null;
  /** Somebody has to listen to its file before it goes out. */
  isUnheard: boolean;
}

export interface Readiness {
  refusals: Refusal[];
  variants: TouchedVariant[];
  /** Clips that will say other names than stops have on the day. */
  otherNames: OtherName[];
}

type DatedPackage = Pick<HeldPackage, "packageUuid" | "packageNum" | "effectiveDay">;

/** What still speaks against a package and which files and vehicles it needs, found by trying it all and keeping nothing. */
export const readReadiness = (viewer: Viewer, dated: DatedPackage): Promise<Readiness> =>
  asIfInForce(viewer, dated, async (refusals) => {
    const variants = await listTouched(dated.packageUuid);
    return { refusals, variants, otherNames: await otherNamesOf(variants.map(({ classifySid }) => classifySid)) };
  });

export const isReady = ({ file }: TouchedVariant) => file !== null && file.changed.length === 0 && !file.isOvertaken;

/** What is missing before everybody can run and hear the new day, in words. */
export function missingInWords(
  { state }: Pick<PackageRow, "state">,
  { refusals, variants, otherNames }: Readiness,
): string[] {
  const unready = variants.filter((one) => !isReady(one));
  const unheard = variants.filter((one) => isReady(one) && one.isUnheard);
  const late = variants.filter((one) => isReady(one) && one.have < one.buses);
  return [
    ...(refusals.length > 0 ? [`${refusals.length} 项变更现在不能生效，见下面各项的说明`] : []),
    ...(state === 0 ? ["还没有确认：确认后线路版本按生效日期排定"] : []),
    ...(otherNames.length > 0 ? [`${otherNames.length} 段语音到那一天说的不是站名，见“语音说的不是站名”`] : []),
    ...(unready.length > 0 ? [`${unready.length} 条线路还没有这一天的线路文件`] : []),
    ...(unheard.length > 0 ? [`${unheard.length} 份线路文件还没有人听过，下发前请试听`] : []),
    ...(late.length > 0
      ? [`${late.reduce((sum, { buses, have }) => sum + buses - have, 0)} 辆车还没有收到线路文件`]
      : []),
  ];
}

/** Called as if the package were in force. */
async function listTouched(packageUuid: string): Promise<TouchedVariant[]> {
  const [{ rows }, files] = await Promise.all([
    sql<Omit<TouchedVariant, "file" | "isUnheard">>`
      with named as (select kind, record_key, classify_sid from change_item where package_uuid = ${packageUuid}),
      touched as (
        select v.classify_sid from line_version v where v.state = 'effective' and v.deleted_at is null and v.valid @> ${today()}::date
          and (v.classify_sid in (select classify_sid from named) or exists (
            select from line_station ls join named on named.kind = 'station' and named.record_key = ls.sta_uuid where ls.version_uuid = v.version_uuid)))
      select c.classify_sid, line.line_uuid, line.line_name || ' ' || c.classify_name as name, c.sort_type = 1 as is_primary,
        exists (select from line_file f where f.classify_sid = c.classify_sid and f.deleted_at is null and f.state in (1, 2)) as has_file,
        (select count(distinct b.bus_uuid)::int from bus_line bl join bus b using (bus_uuid) join device d on d.bind_uuid = b.bus_uuid and d.deleted_at is null
          where c.sort_type = 1 and bl.line_uuid = line.line_uuid and bl.is_main and bl.valid @> ${today()}::date and b.deleted_at is null) as buses,
        coalesce(sent.issued, 0) as issued, coalesce(sent.have, 0) as have, sent.task_uuid
      from touched join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid and line.deleted_at is null
      left join lateral (
        select count(distinct d.bus_uuid)::int as issued, count(distinct d.bus_uuid) filter (where d.state in (2, 4))::int as have, max(d.task_uuid::text) as task_uuid
        from issue_detail d join line_file f using (file_uuid) where f.package_uuid = ${packageUuid} and f.classify_sid = c.classify_sid and f.state in (1, 2)) sent on true
      where c.deleted_at is null order by line.name_order, line.line_uuid, c.sort_type`.execute(db()),
    listAhead(packageUuid),
  ]);
  const fileOf = new Map(files.map((file) => [file.classifySid, file]));
  const unheard = new Set(
    await unheardAmong(
      db(),
      files.map(({ fileUuid }) => fileUuid),
    ),
  );
  return rows.map((row) => {
    const file = fileOf.get(row.classifySid) ?? null;
    return { ...row, file, isUnheard: file !== null && unheard.has(file.fileUuid) };
  });
}
