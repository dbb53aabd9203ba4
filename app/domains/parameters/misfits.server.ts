import { db } from "~/kit/data/db/pool.server";
import { seededParameters } from "./seed";
import { readValue } from "./values";

/** Parameters that the program reads and whose stored values, from an older database or written past the pages, fit no rule of theirs: what is read in their place, in words. */
export async function findMisfits(): Promise<{ paramId: string; words: string }[]> {
  const stored = await db()
    .selectFrom("parameter")
    .select(["paramId", "scope", "paramName", "paramValue"])
    .where("deletedAt", "is", null)
    .execute();
  return seededParameters.flatMap(({ minimum = null, maximum = null, ...seeded }) => {
    const row = stored.find(({ scope, paramName }) => scope === seeded.scope && paramName === seeded.paramName);
    if (!row) return [];
    const read = readValue({ ...seeded, minimum, maximum }, row.paramValue);
    if ("value" in read) return [];
    const instead = seeded.paramType === "coordinate" ? "没有设置" : `初始值 ${seeded.paramValue}`;
    const words = `${seeded.paramName}（${seeded.title}）的值“${row.paramValue}”不合规则：${read.wrong}。改正以前，程序按${instead}执行。`;
    return [{ paramId: row.paramId, words }];
  });
}
