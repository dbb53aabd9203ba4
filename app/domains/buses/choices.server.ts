import { sql } from "kysely";
import { lineOptions } from "~/domains/lines/queries.server";
import { organisationChoices } from "~/domains/organisations/queries.server";
import { inScope } from "~/kernel/access/scope.server";
import type { Viewer } from "~/kernel/access/viewer";
import { db } from "~/kernel/db/pool.server";
import type { Choice } from "~/kernel/forms/field";

/** What a list of buses can be narrowed by. */
export async function filterChoices(viewer: Viewer): Promise<Record<"orgId" | "modelUuid" | "parkingUuid", Choice[]>> {
  const [orgId, models, depots] = await Promise.all([
    organisationChoices(viewer),
    sql<Choice>`select model_uuid as value, model_num || coalesce(' ' || model_name, '') as label from bus_model where deleted_at is null order by model_num`.execute(db()),
    sql<Choice>`select parking_uuid as value, parking_name as label from depot where deleted_at is null and ${inScope(viewer, sql`org_id`)} order by parking_num`.execute(db()),
  ]);
  return { orgId, modelUuid: models.rows, parkingUuid: depots.rows };
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
