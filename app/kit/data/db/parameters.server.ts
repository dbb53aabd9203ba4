import { db } from "./pool.server";

/** Values of living parameters by name, in one scope or both (a name is unique in its scope; ours do not repeat across them). */
export async function readParameters(names: readonly string[], scope?: "sys" | "ops"): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  let query = db()
    .selectFrom("parameter")
    .select(["paramName", "paramValue"])
    .where("paramName", "in", [...names])
    .where("deletedAt", "is", null);
  if (scope) query = query.where("scope", "=", scope);
  return Object.fromEntries((await query.execute()).map((row) => [row.paramName, row.paramValue]));
}
