import { expect, it } from "vitest";
import { KeepingClient } from "./planned-once.server";

const open = async () => {
  const client = new KeepingClient({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  return client;
};
const marked = (nth: number) => `/* planned once */ select ${nth} + $1::int as sum`;
const keptBy = async (client: KeepingClient) =>
  (await client.query<{ statement: string }>("select statement from pg_prepared_statements")).rows.map(
    ({ statement }) => statement,
  );

it("keeps a hundred statements planned, those asked last, and asks the others again as if for the first time", async () => {
  const client = await open();
  for (let nth = 0; nth < 100; nth++) await client.query(marked(nth), [1]);
  await client.query(marked(0), [1]);
  await client.query("select 1");
  expect(await keptBy(client)).toHaveLength(100);

  await client.query(marked(100), [1]);
  const kept = await keptBy(client);
  expect(kept).toHaveLength(100);
  expect(kept).toContain(marked(0));
  expect(kept).not.toContain(marked(1));
  expect((await client.query(marked(1), [5])).rows).toEqual([{ sum: 6 }]);
  await client.end();
});

it("survives that a transaction has failed when a statement would be given back", async () => {
  const client = await open();
  for (let nth = 0; nth < 100; nth++) await client.query(marked(nth), [1]);
  await client.query("begin");
  await expect(client.query("select 1 / 0")).rejects.toThrow(/division/);
  await expect(client.query(marked(100), [1])).rejects.toThrow(/aborted/);
  await client.query("rollback");
  for (const nth of [100, 0, 1]) expect((await client.query(marked(nth), [7])).rows).toEqual([{ sum: nth + 7 }]);
  await client.end();
});
