import { db } from "~/kit/data/db/pool.server";

/** The key of the living line with this name. */
export const lineNamed = async (lineName: string): Promise<string> =>
  (
    await db()
      .selectFrom("line")
      .select("lineUuid")
      .where("lineName", "=", lineName)
      .where("deletedAt", "is", null)
      .executeTakeFirstOrThrow()
  ).lineUuid;
