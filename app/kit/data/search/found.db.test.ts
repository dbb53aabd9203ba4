import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { holds } from "./found.server";

it.each([
  ["东门（北）", "门(北)", true],
  ["东门（北）", "（", true],
  ["东门（北）", "东门北", true],
  ["东门北", "东门（北）", true],
  ["人民路・中山路", "路·中", true],
  ["启德道", "啓德", true],
  ["“红旗”渠", "红旗渠", true],
  ["东门", "（", false],
  ["东门（北）", "门（北", true],
  ["ＡＢ　１２路", "ab12", true],
  ["AB 12路", "b 1", true],
  ["100%", "0%", true],
  ["1000", "0%", false],
  [null, "东", false],
])("what %s holds is found by %s: %s", async (text, term, found) => {
  const { rows } = await sql<{
    found: boolean;
  }>`select coalesce(${holds(term, sql`${text}::text`, sql`'别的'`)}, false) as found`.execute(db());
  expect(rows[0]!.found).toBe(found);
});
