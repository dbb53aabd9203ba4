import { sql, type Transaction } from "kysely";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { db, inTransaction, joinTransaction } from "~/kit/data/db/pool.server";
import type { DB } from "~/kit/data/db/tables";
import { account, enter, grant } from "../../../../tests/kit/accounts";
import type { Visitor } from "../../../../tests/kit/visit";
import { menuOfRoles, permissionsOfRoles } from "./held-roles.server";
import { readSession } from "./session.server";

const stations = "/station/station-management";
const statusOf = async (person: Visitor) => (await (await person.get(stations)).follow()).status;

async function heldBy(person: Visitor) {
  const session = await readSession(person.token!, { requestId: "test" });
  if (session.state !== "live") throw new Error("no session");
  return session.held;
}

describe("what roles open", () => {
  it("is shared by all who hold them, and another role's is not", async () => {
    const one = await account({ permissions: ["station.read"] });
    const other = await account({ permissions: ["station.read"] });
    await db().insertInto("userRole").values({ userId: other.userId, roleId: one.roleId }).execute();
    await db().deleteFrom("userRole").where("userId", "=", other.userId).where("roleId", "<>", one.roleId).execute();
    const [ofOne, ofOther] = [await heldBy(await enter(one)), await heldBy(await enter(other))];
    expect(await permissionsOfRoles(ofOther)).toBe(await permissionsOfRoles(ofOne));
    expect(await menuOfRoles(ofOther, false, null)).toBe(await menuOfRoles(ofOne, false, null));
    expect(await menuOfRoles(ofOther, true, null)).not.toBe(await menuOfRoles(ofOne, false, null));
    expect(await permissionsOfRoles({ ...ofOne, roleIds: [] })).toEqual(new Set());
  });

  it("is asked anew at the request after a change by any process, and not before the change is in force", async () => {
    const who = await account({ permissions: ["station.read"] });
    const person = await enter(who);
    expect(await statusOf(person)).toBe(200);
    const elsewhere = new pg.Client(process.env.DATABASE_URL);
    await elsewhere.connect();
    try {
      await elsewhere.query("begin");
      await elsewhere.query("delete from role_resource where role_id = $1", [who.roleId]);
      expect(await statusOf(person)).toBe(200);
      await elsewhere.query("commit");
      expect(await statusOf(person)).toBe(401);
      await grant(who.roleId, ["station.read"]);
      expect(await statusOf(person)).toBe(200);
    } finally {
      await elsewhere.end();
    }
  });

  it.each(["role", "resource", "app"])("is asked anew when a row of %s has changed", async (table) => {
    const held = await heldBy(await enter(await account({ permissions: ["station.read"] })));
    await sql`update ${sql.table(table)} set updated_at = updated_at`.execute(db());
    const now = await sql<{ changedBy: string }>`select changed_by::text from last_change`.execute(db());
    expect(now.rows).not.toEqual([{ changedBy: held.changedBy }]);
  });

  it("is not kept of a transaction that sees its own changes and is taken back", async () => {
    const who = await account({ permissions: ["station.read"] });
    const held = await heldBy(await enter(who));
    const inside = inTransaction((trx) =>
      joinTransaction(trx, async () => {
        await trx.deleteFrom("roleResource").where("roleId", "=", who.roleId).execute();
        expect(await permissionsOfRoles({ ...held, changedBy: "0" })).toEqual(new Set());
        throw new Error("taken back");
      }),
    );
    await expect(inside).rejects.toThrow("taken back");
    expect(await permissionsOfRoles(held)).toContain("station.read");
  });

  it("lets two change roles at once without one waiting for the other", async () => {
    const [one, other] = [await account(), await account()];
    const change = (trx: Transaction<DB>, { roleId }: { roleId: string }) =>
      trx.updateTable("role").set({ remark: "改了" }).where("roleId", "=", roleId).execute();
    await inTransaction(async (first) => {
      await change(first, one);
      await inTransaction(async (second) => {
        await sql`set local lock_timeout = 1000`.execute(second);
        await change(second, other);
      });
    });
  });
});
