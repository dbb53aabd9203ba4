import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { Choice } from "~/kit/page/forms/field";
import type { BusModelOption } from "./room";

export async function busModelOptions(_viewer: Viewer): Promise<BusModelOption[]> {
  return db()
    .selectFrom("busModel")
    .select(["modelUuid", "modelNum", "modelName", "energyType", "seats", "approved"])
    .where("deletedAt", "is", null)
    .orderBy("modelNum")
    .execute();
}

export async function busModelChoices(viewer: Viewer): Promise<Choice[]> {
  return (await busModelOptions(viewer)).map(({ modelUuid, modelNum, modelName }) => ({
    value: modelUuid,
    label: [modelNum, modelName].filter(Boolean).join(" "),
  }));
}
