import { type RawBuilder, sql } from "kysely";
import { notePresets, presetsBy } from "~/domains/persons/queries.server";
import { outside } from "~/kit/data/access/outside";
import { inScope, shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { lockRows } from "~/kit/room/source.server";
import { today } from "~/kit/ground/time/today.server";
import { mostPresets, type Preset } from "./work-forms";
import { busSource } from "./source.server";

export async function presetsOfBus(viewer: Viewer, busUuid: string): Promise<Preset[]> {
  const mask = (column: RawBuilder<unknown>) => shownWithin(viewer, sql`p.org_id`, column);
  const found = await sql<Omit<PresetPerson, "drives"> & Omit<Preset, "warnings">>`
    select p.person_uuid, ${mask(sql`p.job_number`)} as job_number, ${mask(sql`p.name`)} as name, ${mask(sql`o.org_name`)} as org_name, ${mask(sql`post.post_name`)} as post_name, post.post_type, p.person_state, p.license_class, p.license_expire, p.org_id = bus.org_id as same_org
    from person_preset pp join bus using (bus_uuid) join person p using (person_uuid) join organisation o on o.org_id = p.org_id join post using (post_uuid)
    where pp.bus_uuid = ${busUuid} and p.deleted_at is null order by pp.sort, pp.person_uuid`.execute(db());
  const fixed = await busesDrivenBy(
    viewer,
    found.rows.map(({ personUuid }) => personUuid),
    busUuid,
  );
  return found.rows.map(({ personUuid, jobNumber, name, orgName, postName, ...facts }) => ({
    personUuid,
    jobNumber,
    name,
    orgName,
    postName,
    warnings: name === outside ? [] : presetWarnings({ ...facts, drives: fixed.get(personUuid) }, today()),
  }));
}

/** Sets the preset persons of a bus, in order; those named anew must be the viewer's and still employed. */
export async function savePresets(
  viewer: Viewer,
  busUuid: string,
  persons: readonly string[],
  version?: number,
): Promise<void> {
  await inTransaction(async (trx) => {
    await lockRows(trx, busSource, viewer, [busUuid]);
    const wanted = [...new Set(persons)];
    if (wanted.length > mostPresets) throw problem.field("jobNumbers", `一辆车最多预设 ${mostPresets} 人`);
    const known = await sql<{ personUuid: string; name: string; personState: number }>`
      select person_uuid, name, person_state from person where person_uuid = any(${wanted}) and deleted_at is null
        and (${inScope(viewer, sql`org_id`)} or exists (select from person_preset pp where pp.person_uuid = person.person_uuid and pp.bus_uuid = ${busUuid}))
      order by person_uuid for share`.execute(trx);
    const missing = wanted.findIndex((key) => !known.rows.some((row) => row.personUuid === key));
    if (missing >= 0) throw problem.field(`personUuids[${missing}]`, "人员不存在、已删除或不在您的机构范围内");
    const had = (await presetsBy(trx, "bus", [busUuid])).get(busUuid)!;
    const before = await presetsBy(trx, "person", [...new Set([...wanted, ...had])]);
    await updateRecord(trx, viewer, busSource.kept, busUuid, { presets: wanted }, version);
    await notePresets(trx, viewer, "person", before);
  });
}

/** The own numbers of the buses that persons drive by default, of the viewer's organisations, another bus apart. */
export async function busesDrivenBy(
  viewer: Viewer,
  persons: readonly string[],
  butBus: string | null = null,
): Promise<Map<string, string>> {
  const found = await sql<{ fixedDriver: string; buses: string }>`
    select fixed_driver, string_agg(bus_self_code, '、' order by bus_self_code) as buses from bus
    where fixed_driver = any(${persons}) and deleted_at is null and bus_uuid is distinct from ${butBus} and ${inScope(viewer, sql`org_id`)} group by 1`.execute(
    db(),
  );
  return new Map(found.rows.map(({ fixedDriver, buses }) => [fixedDriver, buses]));
}

/** The keys of the persons with these job numbers, names or initials; throws where one is not the viewer's, or not the only one. */
export async function findPersonsByNumber(viewer: Viewer, words: readonly string[]): Promise<string[]> {
  const found = await sql<{ personUuid: string; jobNumber: string; name: string; word: string; exact: boolean }>`
    select person_uuid, job_number, name, word, job_number = word as exact from unnest(${words}::text[]) word
    join person on job_number = word or name = word or initials = lower(word)
    where deleted_at is null and person_state <> 100 and ${inScope(viewer, sql`org_id`)} order by job_number`.execute(
    db(),
  );
  const faults: string[] = [];
  const keys = words.flatMap((word) => {
    const named = found.rows.filter((row) => row.word === word);
    const exact = named.filter((row) => row.exact);
    const [only, ...others] = exact.length > 0 ? exact : named;
    if (only && others.length === 0) return [only.personUuid];
    const choices = named.slice(0, 6).map(({ name, jobNumber }) => `${name} ${jobNumber}`);
    faults.push(
      only
        ? `“${word}”有 ${named.length} 人，请写工号：${choices.join("、")}`
        : `没有工号或姓名为“${word}”的人员，请核对`,
    );
    return [];
  });
  if (faults.length > 0) throw problem.field("jobNumbers", faults.join("；"));
  return keys;
}

interface PresetPerson {
  postType: number;
  personState: number;
  licenseClass: string | null;
  licenseExpire: string | null;
  sameOrg: boolean;
  /** The own numbers of other buses that the person drives by default. */
  drives?: string;
}

const driverPost = 1;
const left = 100;
const onLeave = 10;
/** What a driver of a bus must hold at least one of. */
const busLicences = ["A1", "A3"];

/** What speaks against staffing a bus with a person, in words; it is for the dispatcher to decide. */
function presetWarnings(
  { postType, personState, licenseClass, licenseExpire, sameOrg, drives }: PresetPerson,
  today: string,
): string[] {
  const driver = postType === driverPost;
  return [
    personState === left && "已离职",
    personState === onLeave && "请假中",
    !driver && "不是驾驶员岗位",
    driver && licenseExpire !== null && licenseExpire < today && `驾驶证已于 ${licenseExpire} 过期`,
    driver && licenseExpire === null && "没有登记驾驶证有效期",
    driver &&
      licenseClass !== null &&
      !busLicences.some((held) => licenseClass.includes(held)) &&
      `准驾车型 ${licenseClass}，不能驾驶公交车`,
    !sameOrg && "属于其他机构",
    drives !== undefined && `是车辆 ${drives} 的固定驾驶员`,
  ].filter((warning) => warning !== false);
}
