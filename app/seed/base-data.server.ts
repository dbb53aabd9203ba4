import type { Transaction } from "kysely";
import { seededDictionaries } from "~/domains/dictionaries/seed";
import { seedNodeTypes } from "~/domains/node-types/queries.server";
import { seededParameters } from "~/domains/parameters/seed";
import { newKey } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";

const bySystem = { createdBy: "system", updatedBy: "system" };

/** Adds the dictionaries and parameters that the program reads and the database does not have; deleted ones stay deleted. */
export async function seedBaseData(trx: Transaction<DB>): Promise<void> {
  const dictionaries = new Set(
    (await trx.selectFrom("dictionary").select("codeNum").execute()).map((row) => row.codeNum),
  );
  for (const { codeNum, codeName, items } of seededDictionaries.filter(
    (dictionary) => !dictionaries.has(dictionary.codeNum),
  )) {
    const dictId = newKey();
    await trx
      .insertInto("dictionary")
      .values({ dictId, codeNum, codeName, ...bySystem })
      .execute();
    await trx
      .insertInto("dictionaryItem")
      .values(items.map(([itemNum, itemName], place) => ({ dictId, itemNum, itemName, sort: place + 1 })))
      .execute();
  }
  await seedNodeTypes(trx);
  const parameters = new Set(
    (await trx.selectFrom("parameter").select(["scope", "paramName"]).execute()).map(
      (row) => `${row.scope} ${row.paramName}`,
    ),
  );
  const missing = seededParameters.filter((parameter) => !parameters.has(`${parameter.scope} ${parameter.paramName}`));
  if (missing.length > 0)
    await trx
      .insertInto("parameter")
      .values(missing.map(({ choices: _choices, ...parameter }) => ({ ...parameter, paramId: newKey(), ...bySystem })))
      .execute();
}
