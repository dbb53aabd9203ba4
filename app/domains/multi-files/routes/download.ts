import { may } from "~/domains/issue-tasks/policy";
import { db } from "~/kit/data/db/pool.server";
import { attachment } from "~/kit/data/files/attachment.server";
import { openFile } from "~/kit/data/files/files.server";
import { page } from "~/kit/page/http/page.server";
import { requireMulti } from "../files.server";

export const loader = page(may.read, async ({ viewer, params }) => {
  const { multiUuid } = await requireMulti(viewer, params.multiUuid!);
  const { fileKey } = await db()
    .selectFrom("multiFile")
    .select("fileKey")
    .where("multiUuid", "=", multiUuid)
    .executeTakeFirstOrThrow();
  const { stream, name, contentType, size } = await openFile(fileKey);
  return attachment(stream, { name, contentType, size });
});
