import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import pg from "pg";

const { entry } = await import(pathToFileURL(path.resolve(process.env.SERVER_BUILD ?? "build/server/index.js")).href);

await entry.module.prepare();
await awaitJobs();
await entry.module.shutdown?.();
process.exit(0);

/** What the first start sets going is done in every template, or it would be in some. */
async function awaitJobs() {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  const due = "select count(*)::int as left from pgboss.job where state <= 'active' and start_after <= now()";
  for (let tries = 0; (await client.query(due)).rows[0].left > 0; tries++) {
    if (tries === 600) throw new Error("the jobs of the first start have not ended in a minute");
    await sleep(100);
  }
  await client.end();
}
