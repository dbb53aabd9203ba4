import { limitRate } from "~/kit/ground/limit-rate";
import { settings } from "~/kit/ground/settings.server";

/** Counts an upload of a person. Answers in words why it must wait; undefined where it need not. */
export function countUpload({ userId }: { userId: string }): string | undefined {
  const most = settings().UPLOADS_PER_MINUTE;
  isWithin ??= limitRate({ atOnce: most, perSecond: most / 60 });
  return isWithin(userId) ? undefined : `上传得太频繁，每人每分钟最多 ${most} 次，请过一会儿再上传`;
}

let isWithin: ((userId: string) => boolean) | undefined;
