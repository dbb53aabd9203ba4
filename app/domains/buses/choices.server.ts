import { sql } from "kysely";
import { busModelChoices } from "~/domains/bus-models/queries.server";
import { offerDepots } from "~/domains/depots/room.server";
import { offerLines } from "~/domains/lines/queries.server";
import { maskedPersons } from "~/domains/persons/queries.server";
import { orgAndBelow } from "~/kit/data/access/org-below.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { Choice } from "~/kit/page/forms/field";
import { type Offer, offerOf } from "~/kit/room/offers.server";
import { busesDrivenBy } from "./presets.server";

export async function busChoices(viewer: Viewer): Promise<Record<"modelUuid" | "parkingUuid", Choice[]>> {
  const [modelUuid, depots] = await Promise.all([
    busModelChoices(viewer),
    sql<Choice>`select parking_uuid as value, parking_name as label from depot where deleted_at is null and ${inScope(viewer, sql`org_id`)} order by parking_num`.execute(
      db(),
    ),
  ]);
  return { modelUuid, parkingUuid: depots.rows };
}

const working = sql`person.post_uuid = any(array(select post_uuid from post where post_type = 1)) and person.person_state <> 100 and person.is_valid`;
const named = ({ personUuid, jobNumber, name }: { personUuid: string; jobNumber: string; name: string }) => ({
  value: personUuid,
  label: `${name} ${jobNumber}`,
});

const offerDriver: Offer = async (viewer, chosen, keyword) => {
  const offered = await offerOf(maskedPersons, named, working)(viewer, chosen, keyword);
  const fixed = await busesDrivenBy(
    viewer,
    offered.choices.map(({ value }) => value),
  );
  const choices = offered.choices.map(({ value, label }) => {
    const buses = fixed.get(value);
    return { value, label: buses ? `${label}（已固定在 ${buses}）` : label };
  });
  return { ...offered, choices };
};

export const formOffers = { lineUuid: offerLines, parkingUuid: offerDepots, fixedDriver: offerDriver };

/** Who drives for a bus's organisation or one below it; where a word is looked for, all the viewer's drivers and others whom it names. */
export const offerDrivers =
  (orgId: string): Offer =>
  async (viewer, chosen, keyword) => {
    const only = keyword
      ? sql`person.person_state <> 100 and person.is_valid`
      : sql`${working} and person.org_id in ${orgAndBelow(orgId)}`;
    return { ...(await offerOf(maskedPersons, named, only)(viewer, chosen, keyword)), all: false };
  };
