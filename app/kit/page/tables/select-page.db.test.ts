import { type RawBuilder, sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { type RecordOrder, saidBy } from "./keys-by-record.server";
import { pageRows } from "./select-page.server";

const page = (more: { exactTotal?: boolean } = {}) =>
  pageRows<{ n: string }>(
    { page: 1, size: 50, sort: [], filters: {}, ...more },
    {
      key: sql`n`,
      keyName: "n",
      from: sql`long_list`,
      where: sql`true`,
      order: {},
      load: async (keys) => keys.map((n) => ({ n })),
    },
  );

it("a list of more rows than are counted keeps saying so for a while, unless the page shows that it is short or all are asked for", async () => {
  await sql`create table long_list as select n from generate_series(1, 10002) n`.execute(db());
  try {
    expect(await page()).toMatchObject({ total: 10_000, more: true });
    expect(await page({ exactTotal: true })).toMatchObject({ total: 10_002, more: false });
    await sql`delete from long_list where n > 60`.execute(db());
    expect(await page()).toMatchObject({ total: 10_000, more: true });
    expect(await page({ exactTotal: true })).toMatchObject({ total: 60, more: false });
    await sql`delete from long_list where n > 49`.execute(db());
    expect(await page()).toMatchObject({ total: 49, more: false });
  } finally {
    await sql`drop table long_list`.execute(db());
  }
});

it("a long list sorted by what another table says comes page by page as if all were sorted", async () => {
  await sql`create table said as select n, 'name ' || n % 4 as name from generate_series(1, 9) n`.execute(db());
  await sql`create table saying as select lpad(n::text, 6, '0') as n, nullif(1 + n * 7 % 10, 10) as said from generate_series(1, 10500) n`.execute(
    db(),
  );
  const order = { by: sql`said`, table: "said", key: "n", says: sql`name` };
  const ask = async (
    desc: boolean,
    page: number,
    where: RawBuilder<unknown>,
    byRecords?: Record<string, RecordOrder>,
  ) => {
    const { rows, more } = await pageRows<{ n: string }>(
      { page, size: 70, sort: [{ id: "name", desc }], filters: {} },
      {
        key: sql`n`,
        keyName: "n",
        from: sql`saying`,
        where,
        order: { name: saidBy(order) },
        byRecords,
        load: async (keys) => keys.map((n) => ({ n })),
      },
    );
    return [more, ...rows.map(({ n }) => n)];
  };
  try {
    for (const where of [sql`true`, sql`n > '000100'`, sql`n > '009000'`, sql`n < '000000'`])
      for (const desc of [false, true])
        for (const page of [1, 2, 13, 82, 136, 142, 143, 149, 150, 151])
          expect([desc, page, ...(await ask(desc, page, where, { name: order }))]).toEqual([
            desc,
            page,
            ...(await ask(desc, page, where)),
          ]);
  } finally {
    await sql`drop table saying, said`.execute(db());
  }
});
