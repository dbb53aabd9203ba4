import type { Transaction } from "kysely";
import { newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { seededNodeTypes } from "./seed";

/** Adds the types that the program brings and the database does not have. */
export async function seedNodeTypes(trx: Transaction<DB>): Promise<void> {
  const there = await trx.selectFrom("nodeType").select("typeNum").execute();
  const known = new Set(there.map(({ typeNum }) => typeNum));
  for (const [at, { columns = [], ...type }] of seededNodeTypes.entries()) {
    if (known.has(type.typeNum)) continue;
    const typeUuid = newKey();
    await trx
      .insertInto("nodeType")
      .values({ ...type, typeUuid, sort: at + 1, createdBy: "system", updatedBy: "system" })
      .execute();
    for (const [place, [columnCode, required = false, defaultValue = null]] of columns.entries())
      await trx
        .insertInto("nodeTypeColumn")
        .values({ columnUuid: newKey(), typeUuid, columnCode, serial: place + 1, required, defaultValue })
        .execute();
  }
}
