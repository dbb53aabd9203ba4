import { sql } from "kysely";
import { filterVisibleLines, offerLines } from "~/domains/lines/queries.server";
import { inScope, shownWithin } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { updateRecord } from "~/kit/data/db/records.server";
import { problem } from "~/kit/ground/problem";
import { type Offer, removeRepeats } from "~/kit/room/offers.server";
import { type NamedPeriod, type Period, Periods } from "~/kit/room/periods";
import { periodsOf, refuseUnknownLines } from "~/kit/room/periods.server";
import { lockRows, requireRow } from "~/kit/room/source.server";
import { foundAnywhere } from "~/kit/data/search/found.server";
import { today } from "~/kit/ground/time/today.server";
import type { PresetBus } from "./assignments";
import type { PersonRow } from "./room";
import { notePresets, presetsBy } from "./preset-notes.server";
import { maskedPersons, personLines, personSource } from "./source.server";

/** The lines that a person is authorised for, by their first day; of other organisations too, without their names. */
export async function linesOfPerson(viewer: Viewer, personUuid: string): Promise<NamedPeriod[]> {
  const found = await sql<NamedPeriod>`
    select line_uuid, ${shownWithin(viewer, sql`line.org_id`, sql`line_name`)} as line_name, is_main, lower(valid) as begin_date, upper(valid) - 1 as end_date, valid @> ${today()}::date as in_force
    from person_line join line using (line_uuid) where person_uuid = ${personUuid} order by lower(valid), name_order`.execute(
    db(),
  );
  return found.rows;
}

/** The viewer's lines for a form to offer, and those that the person has already, of other organisations too. */
export const offerLinesTo =
  (personUuid: string): Offer =>
  async (viewer, chosen, keyword) => {
    const [offered, given] = await Promise.all([
      offerLines(viewer, chosen, keyword),
      linesOfPerson(viewer, personUuid),
    ]);
    return {
      ...offered,
      choices: removeRepeats([
        ...given.map(({ lineUuid, lineName }) => ({ value: lineUuid, label: lineName })),
        ...offered.choices,
      ]),
    };
  };

/** What a form does that changes nothing of a person but their assignments. */
export const assigning = <V>(
  assign: (viewer: Viewer, personUuid: string, values: V, version?: number) => Promise<void>,
) => ({
  create: () => Promise.reject(new Error("assignments belong to a person")),
  async update(...change: Parameters<typeof assign>): Promise<PersonRow> {
    await assign(...change);
    const [viewer, personUuid] = change;
    return requireRow(personSource(viewer), viewer, personUuid);
  },
});

export async function assignLines(
  viewer: Viewer,
  personUuid: string,
  { lines }: { lines: Period[] },
  version?: number,
): Promise<void> {
  const known = new Set(
    await filterVisibleLines(
      viewer,
      lines.map(({ lineUuid }) => lineUuid),
    ),
  );
  await inTransaction(async (trx) => {
    await lockRows(trx, maskedPersons, viewer, [personUuid]);
    refuseUnknownLines(lines, await periodsOf(trx, personLines, personUuid), known);
    await updateRecord(trx, viewer, maskedPersons.kept, personUuid, { lines }, version);
  });
}

export async function addLine(
  viewer: Viewer,
  personUuid: string,
  added: { lineUuid: string; isMain: boolean; beginDate: string; endDate?: string | null },
): Promise<void> {
  const sent = Periods.safeParse([...(await periodsOf(db(), personLines, personUuid)), added]);
  if (!sent.success)
    throw problem.fields(sent.error.issues.map(({ path, message }) => ({ path: String(path.at(-1) ?? ""), message })));
  await assignLines(viewer, personUuid, { lines: sent.data });
}

export async function presetsOfPerson(viewer: Viewer, personUuid: string): Promise<PresetBus[]> {
  return (
    await sql<PresetBus>`${presetBuses(viewer)} join person_preset using (bus_uuid) where person_preset.person_uuid = ${personUuid} and bus.deleted_at is null order by bus.bus_self_code`.execute(
      db(),
    )
  ).rows;
}

export async function findBusesToPreset(viewer: Viewer, personUuid: string, keyword: string): Promise<PresetBus[]> {
  if (!keyword) return [];
  return (
    await sql<PresetBus>`${presetBuses(viewer)} where ${usable(viewer)} and ${foundAnywhere("bus", keyword, ["bus_self_code", "plate_num"])}
    and bus_uuid not in (select bus_uuid from person_preset where person_uuid = ${personUuid}) order by bus.bus_self_code limit 30`.execute(
      db(),
    )
  ).rows;
}

/** Sets the buses that a person usually works on; those of other organisations stay as they are. What is wrong with them stands at `field`. */
export async function assignPresets(
  viewer: Viewer,
  personUuid: string,
  { presets }: { presets: string[] },
  version?: number,
  field = "presets",
): Promise<void> {
  await inTransaction(async (trx) => {
    await lockRows(trx, maskedPersons, viewer, [personUuid]);
    const had = await sql<{
      busUuid: string;
      visible: boolean;
    }>`select bus_uuid, ${inScope(viewer, sql`bus.org_id`)} as visible from person_preset join bus using (bus_uuid) where person_uuid = ${personUuid}`.execute(
      trx,
    );
    const fresh = presets.filter((key) => !had.rows.some(({ busUuid }) => busUuid === key));
    const usableKeys = await sql<{
      busUuid: string;
    }>`select bus_uuid from bus where bus_uuid = any(${fresh}) and ${usable(viewer)}`.execute(trx);
    if (usableKeys.rows.length < new Set(fresh).size)
      throw problem.field(field, "有车辆不存在、已报废，或不在您的机构范围内");
    const others = had.rows.filter(({ visible }) => !visible).map(({ busUuid }) => busUuid);
    const wanted = [...new Set([...presets, ...others])].sort();
    const before = await presetsBy(trx, "bus", [...new Set([...wanted, ...had.rows.map(({ busUuid }) => busUuid)])]);
    await updateRecord(trx, viewer, maskedPersons.kept, personUuid, { presets: wanted }, version);
    await notePresets(trx, viewer, "bus", before);
  });
}

const presetBuses = (viewer: Viewer) =>
  sql`select bus_uuid, ${sql.join(["bus_self_code", "plate_num", "org_name"].map((name) => sql`${shownWithin(viewer, sql`bus.org_id`, sql.ref(name))} as ${sql.ref(name)}`))} from bus join organisation using (org_id)`;
const scrapped = 100;
const usable = (viewer: Viewer) =>
  sql`bus.deleted_at is null and bus.bus_state <> ${sql.lit(scrapped)} and ${inScope(viewer, sql`bus.org_id`)}`;
