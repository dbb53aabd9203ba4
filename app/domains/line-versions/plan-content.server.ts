import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { Problem, problem } from "~/kit/ground/problem";
import { versionDetail } from "./detail.server";
import { saveInto } from "./drafts.server";
import { may } from "~/domains/lines/policy";
import { publishInto } from "./publish.server";
import type { PreAdd, VersionDetail } from "./schema";
import { versionsOf } from "./versions.server";
import { planInto } from "./plan.server";

/** Plans a variant's stations and paths for a day, and with `publish` puts them in force from that day. */
export async function planContent(
  viewer: Viewer,
  { effectiveTime, versionUuid: from, directions, publish, reason, ...name }: PreAdd,
): Promise<VersionDetail> {
  if (publish && !allows(viewer, may.publish))
    throw problem.forbidden("您没有使版本生效的权限：不带 publish 提交，会保存为这一天的草稿");
  const { variant, versionUuid } = await inTransaction(async (trx) => {
    const planned = await planInto(trx, viewer, name, { plannedFor: effectiveTime, from, reason }).catch(asSent);
    const key = { classifySid: planned.variant.classifySid, versionUuid: planned.versionUuid };
    if (directions) await saveInto(trx, viewer, { ...key, directions, reason });
    if (publish) await publishInto(trx, viewer, key, { validFrom: effectiveTime, reason });
    return planned;
  });
  return versionDetail(
    variant,
    (await versionsOf(variant.classifySid)).find((one) => one.versionUuid === versionUuid),
  );
}

/** The plan's fields under the names of the call. */
function asSent(error: unknown): never {
  if (!(error instanceof Problem) || error.reason !== "field") throw error;
  const names: Record<string, string> = { plannedFor: "effectiveTime", from: "versionUuid" };
  throw problem.fields(error.errors.map((one) => ({ ...one, path: names[one.path] ?? one.path })));
}
