import { sql } from "kysely";
import { busModelChoices } from "~/domains/bus-models/queries.server";
import { lineOptions } from "~/domains/lines/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { orgAndBelow } from "~/kernel/access/org-below.server";
import { inScope } from "~/kernel/access/scope.server";
import type { Viewer } from "~/kernel/access/viewer";
import { db } from "~/kernel/db/pool.server";
import type { Choice } from "~/kernel/forms/field";

/** What a list of buses can be narrowed by. */
export async function filterChoices(viewer: Viewer): Promise<Record<"orgId" | "modelUuid" | "parkingUuid", Choice[]>> {
  const [orgId, models, depots] = await Promise.all([
    organisationChoices(viewer),
    busModelChoices(viewer),
    sql<Choice>`select parking_uuid as value, parking_name as label from depot where deleted_at is null and ${inScope(viewer, sql`org_id`)} order by parking_num`.execute(db()),
  ]);
  return { orgId, modelUuid: models, parkingUuid: depots.rows };
}

export type FormChoices = Awaited<ReturnType<typeof formChoices>>;

/** What a bus's form offers. */
export async function formChoices(viewer: Viewer) {
  const [choices, lineUuid] = await Promise.all([filterChoices(viewer), lineChoices(viewer)]);
  return { ...choices, lineUuid };
}

/** The viewer's lines, for a select. */
export async function lineChoices(viewer: Viewer): Promise<Choice[]> {
  return (await lineOptions(viewer)).map(({ lineUuid, lineName }) => ({ value: lineUuid, label: lineName }));
}

/** Who drives for a bus's organisation or one below it, for a select; at most 300. */
export async function driverChoices(viewer: Viewer, orgId: string): Promise<Choice[]> {
  const found = await sql<Choice>`
    select person_uuid as value, name || ' ' || job_number as label from person join post using (post_uuid)
    where post_type = 1 and person_state <> 100 and is_valid and person.deleted_at is null and person.org_id in ${orgAndBelow(orgId)} and ${inScope(viewer, sql`person.org_id`)}
    order by job_number limit 300`.execute(db());
  return found.rows;
}
