import { copyVersion, inForce, versionsOf } from "~/domains/line-versions/queries.server";
import { may as lines } from "~/domains/lines/policy";
import { allows, type Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { addVariant, findVariant } from "./queries.server";
import { loadVariant } from "./rows.server";
import type { CopyValues, VariantRow } from "./schema";

export async function copyVariant(
  viewer: Viewer,
  classifySid: string,
  { classifyName, remark, asOf, end, validFrom }: CopyValues,
): Promise<VariantRow> {
  const from = await findVariant(viewer, classifySid);
  if (!from) throw problem.missing("线路分类");
  if (end === "effective" && !allows(viewer, lines.publish))
    throw problem.field("end", "您没有使版本生效的权限，请复制为草稿");
  const version = inForce(await versionsOf(classifySid, asOf));
  if (!version) throw problem.field("asOf", `${asOf} 这一天没有生效的版本，请换一天`);
  const copied = await inTransaction(async (trx) => {
    const added = await addVariant(trx, viewer, { mainUuid: from.mainUuid, classifyName, sortType: 2, remark });
    await copyVersion(trx, viewer, version, added.classifySid, end === "effective" ? validFrom : null);
    return added.classifySid;
  });
  return loadVariant(viewer, copied);
}
