import type { Viewer } from "~/kit/data/access/viewer";
import { db } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { findVersionDetail } from "./detail.server";
import type { VersionDetail } from "./schema";

export async function findAnyVersion(viewer: Viewer, versionUuid: string): Promise<VersionDetail> {
  const found = await db()
    .selectFrom("lineVersion")
    .select("classifySid")
    .where("versionUuid", "=", versionUuid)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!found) throw problem.missing("线路版本");
  return findVersionDetail(viewer, { classifySid: found.classifySid }, versionUuid);
}
