import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
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
