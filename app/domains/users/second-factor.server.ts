import { requireFreshPassword } from "~/kit/data/access/fresh-password.server";
import { removeSecondFactor } from "~/kit/data/access/second-factor.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { inTransaction } from "~/kit/data/db/pool.server";
import { problem } from "~/kit/ground/problem";
import { lockAccess, refuseStronger, refuseUnreachable } from "~/domains/roles/queries.server";
import { noteOnUser } from "./note.server";

/** Takes away the second factor of a user whose phone is gone: they log in by password again, and set up another where a role asks for it. */
export async function takeSecondFactor(viewer: Viewer, userId: string): Promise<void> {
  await inTransaction(async (trx) => {
    await lockAccess(trx);
    await refuseUnreachable(trx, viewer, [userId]);
    if (userId === viewer.userId) throw problem.used("请在“设置”里的“两步验证”关闭自己的两步验证");
    await refuseStronger(trx, viewer, userId);
    requireFreshPassword(viewer);
    if (!(await removeSecondFactor(trx, userId))) throw problem.used("此用户没有开启两步验证");
    await noteOnUser(trx, viewer, userId, "second-factor-taken", "取消了两步验证");
  });
}
