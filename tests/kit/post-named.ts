import { db } from "~/kit/data/db/pool.server";

/** The key of the post with this name. */
export const postNamed = async (postName: string): Promise<string> =>
  (await db().selectFrom("post").select("postUuid").where("postName", "=", postName).executeTakeFirstOrThrow())
    .postUuid;
