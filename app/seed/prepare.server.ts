import type { Transaction } from "kysely";
import pg from "pg";
import { findPasswordWeakness } from "~/kit/data/access/password-strength.server";
import { Connection } from "~/kit/data/db/connection.server";
import { directConnection, isPooled, timeLimits } from "~/kit/data/db/direct.server";
import { inTransaction } from "~/kit/data/db/pool.server";
import { gatherStatistics } from "~/kit/data/db/statistics.server";
import { migrate } from "~/kit/data/db/migrate.server";
import { takeTurn } from "~/kit/data/db/take-turn.server";
import type { DB } from "~/kit/data/db/tables";
import { settings, SettingsError } from "~/kit/ground/settings.server";
import { seedAccount } from "./accounts.server";
import { seedBaseData } from "./base-data.server";
import { seedDemoCity } from "./demo-city.server";
import { seedResources } from "./resources.server";

/** Brings the database to this program's state; answers what the person who starts it must read once (new passwords). */
export async function prepareDatabase(url: string): Promise<string[]> {
  await migrate(url);
  await limitRole(url);
  const announcements = await takeTurn(url, () => inTransaction(seed));
  await gatherStatistics("unknown");
  return announcements;
}

/** Behind a pooler the limits of time are the role's own, in this database. */
async function limitRole(url: string): Promise<void> {
  if (!isPooled()) return;
  const client = new Connection(directConnection(url));
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>("select quote_ident(current_database()) as name");
    for (const [name, value] of Object.entries(timeLimits()))
      await client.query(
        `alter role current_user in database ${rows[0]!.name} set ${name} = ${pg.escapeLiteral(value)}`,
      );
  } finally {
    await client.end();
  }
}

async function seed(trx: Transaction<DB>): Promise<string[]> {
  await seedResources(trx);
  await seedBaseData(trx);
  const { ADMIN_PASSWORD, DEMO } = settings();
  const first = (await trx.selectFrom("appUser").select("userId").limit(1).executeTakeFirst()) === undefined;
  if (!first) return [];
  const weak = ADMIN_PASSWORD && (await findPasswordWeakness(ADMIN_PASSWORD, "admin"));
  if (weak) throw new SettingsError(`设置 ADMIN_PASSWORD 不正确: ${weak}`);
  const admin = await seedAccount(trx, {
    userAccount: "admin",
    userName: "系统管理员",
    isSuper: true,
    password: ADMIN_PASSWORD,
    once: !DEMO,
  });
  const demo = DEMO ? await seedDemoCity(trx) : [];
  return [admin, ...demo].filter((line) => line !== undefined);
}
