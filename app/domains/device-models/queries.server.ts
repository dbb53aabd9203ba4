import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import type { DeviceModelOption } from "./room";

export async function deviceModelOptions(_viewer: Viewer): Promise<DeviceModelOption[]> {
  return db()
    .selectFrom("deviceModel")
    .select(["modelUuid", "modelNum", "modelName", "factory", "protocol"])
    .where("deletedAt", "is", null)
    .orderBy("sort")
    .orderBy("modelNum")
    .execute();
}
