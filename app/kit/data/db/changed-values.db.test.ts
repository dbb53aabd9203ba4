import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { changedValues } from "./changed-values.server";
import { closeDatabase, db } from "./pool.server";

afterAll(() => closeDatabase());

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."aZ 9０Ａé京Я\u{20000}'\\{}\",%\n"), maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(..."Aß京\u{1F68C}"), minLength: 98, maxLength: 103 }),
  fc.constantFrom("", "0123456789abcdef0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF", "1", "true", "null"),
);
const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e21, -1.5e-7, 5e-324, 1.7976931348623157e308, 123456789012345680000, 0.1 + 0.2),
);
const plain = fc.oneof(text, number, fc.boolean(), fc.constantFrom(null, undefined), fc.date({ noInvalidDate: true }));
const pair = fc.dictionary(fc.constantFrom("x", "y"), plain, { maxKeys: 2 });
const value = fc.oneof(
  plain,
  pair,
  fc.array(fc.oneof(plain, pair, fc.array(plain, { maxLength: 2 })), { maxLength: 4 }),
  fc.array(number, { minLength: 62, maxLength: 66 }),
);
const record = fc.option(fc.dictionary(fc.constantFrom("a", "b", "c", "idCard"), value));
/** Often the same value on both sides, some of them in another order of names. */
const change = fc.tuple(record, record, fc.subarray(["a", "b", "c"])).map(([before, after, kept]) => ({
  before,
  after: after && { ...after, ...Object.fromEntries(kept.map((name) => [name, turned(before?.[name])])) },
}));
const turned = (one: unknown): unknown =>
  one && typeof one === "object" && Object.getPrototypeOf(one) === Object.prototype
    ? Object.fromEntries(Object.entries(one).reverse())
    : one;

it("says the same values of a change as the database's function", async () => {
  const changes = fc.sample(change, { numRuns: 2000, seed: 22 });
  const { rows } = await sql<{ found: string[] }>`
    select changed_values(before, after) as found
    from jsonb_to_recordset(${JSON.stringify(changes.map((one, nth) => ({ ...one, nth })))}::jsonb) as one(before jsonb, after jsonb, nth integer) order by nth`.execute(
    db(),
  );
  const said = changes.map(({ before, after }) => [...new Set(changedValues(before, after))].sort());
  const wrong = rows.flatMap(({ found }, at) =>
    JSON.stringify([...found].sort()) === JSON.stringify(said[at]) ? [] : [{ ...changes[at], found, said: said[at] }],
  );
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(said.flat().length).toBeGreaterThan(3000);
});
