import { type RawBuilder, sql, type Transaction } from "kysely";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { Part, RecordTable } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { type PeriodTable, periodPart } from "~/kit/room/periods.server";
import { pictureColumn } from "~/kit/room/pictures.server";
import type { Kept } from "~/kit/room/source.server";
import type { Reference } from "~/kit/room/uses.server";
import { foundIn } from "~/kit/data/search/found.server";
import { today } from "~/kit/ground/time/today.server";
import { may } from "./policy";
import { personRoom } from "./room";
import { dueDays, type PersonFilters, type PersonRow } from "./schema";

export const personLines: PeriodTable = { table: "person_line", key: "person_line_uuid", owner: "person_uuid" };

/** The buses that a person usually works on, by key. */
const presets: Part = {
  read: async (trx, key) => (await presetsOf(trx, [key])).get(key),
  readMany: presetsOf,
  async write(trx, key, buses: string[]) {
    await sql`delete from person_preset where person_uuid = ${key} and bus_uuid <> all(${buses})`.execute(trx);
    await sql`
      insert into person_preset (bus_uuid, person_uuid, sort)
      select b, ${key}, coalesce((select max(sort) from person_preset where bus_uuid = b), 0) + 1 from unnest(${buses}::text[]) as b on conflict do nothing`.execute(
      trx,
    );
  },
};

async function presetsOf(trx: Transaction<DB>, keys: readonly string[]): Promise<Map<string, string[]>> {
  const found = await sql<{
    personUuid: string;
    busUuid: string;
  }>`select person_uuid, bus_uuid from person_preset where person_uuid = any(${keys}) order by bus_uuid`.execute(trx);
  const byPerson = new Map<string, string[]>(keys.map((key) => [key, []]));
  for (const { personUuid, busUuid } of found.rows) byPerson.get(personUuid)!.push(busUuid);
  return byPerson;
}

export const personRecord: RecordTable = {
  table: "person",
  key: "personUuid",
  room: "persons",
  noun: "人员",
  searched: ["name", "jobNumber", "phone"],
  derived: ["spell"],
  unique: {
    person_job_number_living: { path: "jobNumber", message: "工号已被使用" },
    person_id_card_living: { path: "idCard", message: "身份证号已登记在另一名人员" },
    person_ic_card_living: { path: "icCard", message: "IC 卡号已被使用" },
  },
  parts: { lines: periodPart(personLines), presets },
};

/** Persons as a viewer may see them: ID cards masked without the permission for them. */
export function personSource(viewer: Pick<Viewer, "isSuper" | "permissions">): Kept<PersonRow, PersonFilters> {
  return { ...maskedPersons, select: selected(allows(viewer, may.idCard) ? sql`person.id_card` : masked) };
}

const masked = sql`left(person.id_card, 3) || repeat('*', greatest(length(person.id_card) - 7, 0)) || right(person.id_card, 4)`;

const selected = (
  idCard: RawBuilder<unknown>,
) => sql`person.person_uuid, person.job_number, person.name, person.spell, person.sex, person.org_id, organisation.org_name,
  person.post_uuid, post.post_name, person.person_state, ${idCard} as id_card, person.birthday, person.phone,
  person.license_no, person.license_class, person.license_expire, person.license_expire - ${today()}::date as license_days,
  person.qualification_no, person.qualification_expire, person.entry_date, person.leave_date, person.ic_card, person.is_valid, ${pictureColumn(personRoom, "person")} as photo, person.remark, person.version,
  to_char(person.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as updated_at,
  (select line.line_name from person_line join line using (line_uuid) where person_line.person_uuid = person.person_uuid and person_line.is_main and person_line.valid @> ${today()}::date) as main_line`;

/** The same with every ID card masked. */
export const maskedPersons: Kept<PersonRow, PersonFilters> = {
  kept: personRecord,
  get select() {
    return selected(masked);
  },
  joins: sql`join organisation using (org_id) join post using (post_uuid)`,
  from: sql`person join organisation using (org_id) join post using (post_uuid)`,
  where: ({ jobNumber, name, orgId, postUuid, personState, isValid, licenseDue }) => [
    ...(jobNumber ? [foundIn("person", jobNumber, ["job_number"])] : []),
    ...(name ? [foundIn("person", name, ["name"])] : []),
    ...(orgId ? [sql`person.org_id = ${orgId}`] : []),
    ...(postUuid ? [sql`person.post_uuid = ${postUuid}`] : []),
    ...(personState !== undefined ? [sql`person.person_state = ${personState}`] : []),
    ...(isValid ? [sql`person.is_valid = ${isValid === "1"}`] : []),
    ...(licenseDue === "due"
      ? [
          sql`person.license_expire >= ${today()}::date and person.license_expire < ${today()}::date + ${sql.lit(dueDays)}`,
        ]
      : []),
    ...(licenseDue === "expired" ? [sql`person.license_expire < ${today()}::date`] : []),
  ],
  order: {
    jobNumber: sql`person.job_number`,
    name: sql`person.pinyin`,
    orgName: sql`organisation.org_name`,
    postName: sql`post.sort`,
    personState: sql`person.person_state`,
    licenseExpire: sql`person.license_expire`,
    qualificationExpire: sql`person.qualification_expire`,
    entryDate: sql`person.entry_date`,
    updatedAt: sql`person.updated_at`,
  },
  scope: sql`person.org_id`,
};

/**
 * What a person holds together. A user or a bus that names the person as its own would be left pointing at nothing, so it
 * stops a delete; a preset is only a line in a bus's list, which shows living persons and has this one again when restored.
 */
export const personReferences: Reference[] = [
  {
    label: "用户",
    blocking: true,
    select: (keys) =>
      sql`select person_uuid as used, user_id as key, user_account || ' ' || user_name as title, org_id from app_user where person_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/system/user/${key}`,
  },
  {
    label: "固定驾驶的车辆",
    blocking: true,
    select: (keys) =>
      sql`select fixed_driver as used, bus_uuid as key, bus_self_code || ' ' || plate_num as title, org_id from bus where fixed_driver = any(${keys}) and deleted_at is null`,
    href: (key) => `/bus/bus-management/${key}`,
  },
  {
    label: "预设车辆",
    blocking: false,
    select: (keys) =>
      sql`select person_uuid as used, bus_uuid as key, bus_self_code || ' ' || plate_num as title, org_id from person_preset join bus using (bus_uuid) where person_uuid = any(${keys}) and deleted_at is null`,
    href: (key) => `/bus/bus-management/${key}`,
  },
];
