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

/** The keys of the primary variant of the living line with this name. */
export const primaryVariantOf = (lineName: string) =>
  db()
    .selectFrom("line")
    .innerJoin("lineClassify", "mainUuid", "lineUuid")
    .select(["classifySid", "lineUuid"])
    .where("lineName", "=", lineName)
    .where("sortType", "=", 1)
    .where("lineClassify.deletedAt", "is", null)
    .executeTakeFirstOrThrow();
