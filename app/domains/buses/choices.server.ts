import { sql } from "kysely";
import { busModelChoices } from "~/domains/bus-models/queries.server";
import { offerDepots } from "~/domains/depots/room.server";
import { offerLines } from "~/domains/lines/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { maskedPersons } from "~/domains/persons/queries.server";
import { orgAndBelow } from "~/kit/data/access/org-below.server";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { Choice } from "~/kit/page/forms/field";
import { type Offer, offerOf } from "~/kit/room/offers.server";

export async function busChoices(viewer: Viewer): Promise<Record<"orgId" | "modelUuid" | "parkingUuid", Choice[]>> {
  const [orgId, modelUuid, depots] = await Promise.all([
    organisationChoices(viewer),
    busModelChoices(viewer),
    sql<Choice>`select parking_uuid as value, parking_name as label from depot where deleted_at is null and ${inScope(viewer, sql`org_id`)} order by parking_num`.execute(
      db(),
    ),
  ]);
  return { orgId, modelUuid, parkingUuid: depots.rows };
}

export const formOffers = { lineUuid: offerLines, parkingUuid: offerDepots };

/** Who drives for a bus's organisation or one below it, for a form to offer. */
export const offerDrivers = (orgId: string): Offer =>
  offerOf(
    maskedPersons,
    ({ personUuid, jobNumber, name }) => ({ value: personUuid, label: `${name} ${jobNumber}` }),
    sql`post.post_type = 1 and person.person_state <> 100 and person.is_valid and person.org_id in ${orgAndBelow(orgId)}`,
  );
