import type { Viewer } from "~/kernel/access/viewer";
import { db } from "~/kernel/db/pool.server";
import { problem } from "~/kernel/http/problem";
import { findVersionDetail } from "../detail.server";
import type { VersionDetail } from "../schema";

/** A version of whatever variant by its key; throws problem.missing. */
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
