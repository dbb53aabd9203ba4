import { type RawBuilder, sql, type Transaction } from "kysely";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import type { Part } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { type PeriodTable, periodPart } from "~/kit/room/periods.server";
import { pictureColumn } from "~/kit/room/pictures.server";
import { defineRecords } from "~/kit/room/served.server";
import { isoTime } from "~/kit/data/db/iso-time";
import type { RecordSource, Mask } from "~/kit/room/source.server";
import { foundIn } from "~/kit/data/search/found.server";
import { today } from "~/kit/ground/time/today.server";
import { dueDays } from "./due-days";
import { type PersonRow, personRoom } from "./room";

export const personLines: PeriodTable = { table: "person_line", key: "person_line_uuid", owner: "person_uuid" };

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

/** Persons as a viewer may see them: ID cards masked without the permission for them. */
export function personSource(viewer: Pick<Viewer, "isSuper" | "permissions">): RecordSource<PersonRow, Filters> {
  return allows(viewer, personRoom.may.idCard) ? wholePersons : maskedPersons;
}

const masked = sql`left(person.id_card, 3) || repeat('*', greatest(length(person.id_card) - 7, 0)) || right(person.id_card, 4)`;

const selected = (
  idCard: RawBuilder<unknown>,
) => sql`person.person_uuid, person.job_number, person.name, person.spell, person.sex, person.org_id,
  person.post_uuid, person.person_state, ${idCard} as id_card, person.birthday, person.phone,
  person.license_no, person.license_class, person.license_expire, person.license_expire - ${today()}::date as license_days,
  person.qualification_no, person.qualification_expire, person.entry_date, person.leave_date, person.ic_card, person.is_valid, ${pictureColumn(personRoom, "person")} as photo, person.remark, person.version,
  ${isoTime(sql`person.updated_at`)} as updated_at`;

const mainLine = (mask: Mask) => sql`
  (select ${mask(sql`line.org_id`, sql`line.line_name`)} from person_line join line using (line_uuid) where person_line.person_uuid = person.person_uuid and person_line.is_main and person_line.valid @> ${today()}::date) as main_line`;

interface Filters {
  jobNumber?: string;
  name?: string;
  isValid?: boolean;
  licenseDue?: "due" | "expired";
}

export const maskedPersons: RecordSource<PersonRow, Filters> = {
  ...defineRecords<PersonRow, Filters>(personRoom, {
    table: "person",
    searched: ["name", "jobNumber", "phone"],
    ordered: "person",
    codeOrder: true,
    derived: ["spell"],
    unique: {
      person_job_number_living: "jobNumber",
      person_id_card_living: { path: "idCard", message: "身份证号已登记在另一名人员" },
      person_ic_card_living: "icCard",
    },
    foreign: mainLine,
    parts: { lines: periodPart(personLines), presets },
    filters: {
      jobNumber: (part) => foundIn("person", part, ["job_number"]),
      name: (part) => foundIn("person", part, ["name"]),
      isValid: (valid) => sql`person.is_valid = ${valid}`,
      licenseDue: (due) =>
        due === "expired"
          ? sql`person.license_expire < ${today()}::date`
          : sql`person.license_expire >= ${today()}::date and person.license_expire < ${today()}::date + ${sql.lit(dueDays)}`,
    },
    byRecords: () => ({
      postName: { by: sql`person.post_uuid`, table: "post", key: "post_uuid", says: sql`post.sort` },
    }),
    order: [
      "jobNumber",
      { name: sql`person.name_order` },
      "personState",
      "licenseExpire",
      "qualificationExpire",
      "entryDate",
      "updatedAt",
    ],
  }),
  /** Read anew each time: what is due is so on the day. */
  get select() {
    return selected(masked);
  },
};

const wholePersons: typeof maskedPersons = {
  ...maskedPersons,
  get select() {
    return selected(sql`person.id_card`);
  },
};
