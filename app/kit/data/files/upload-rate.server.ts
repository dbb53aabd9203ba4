import { isWithinRate } from "~/kit/data/db/shared-rate.server";
import { settings } from "~/kit/ground/settings.server";

/** Counts an upload of a person. Answers in words why it must wait; undefined where it need not. */
export async function countUpload({ userId }: { userId: string }): Promise<string | undefined> {
  const most = settings().UPLOADS_PER_MINUTE;
  if (await isWithinRate("uploads", { atOnce: most, perSecond: most / 60 }, userId)) return undefined;
  return `上传得太频繁，每人每分钟最多 ${most} 次，请过一会儿再上传`;
}
