import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { account, type Account, enter, enteredBefore, testPassword } from "../../../tests/kit/accounts";
import type { Answer, Visitor } from "../../../tests/kit/visit";

let late: Visitor;
let fresh: Visitor;
beforeAll(async () => {
  const boss = await account({ isSuper: true });
  [late, fresh] = [await enteredBefore(boss), await enter(boss)];
});

const asks = ({ location }: Answer) => location?.startsWith("/confirm-password") ?? false;
const userOf = ({ userId }: Account) =>
  db().selectFrom("appUser").select(["userStatus", "deletedAt"]).where("userId", "=", userId).executeTakeFirstOrThrow();
const many = async (by: Visitor, room: string, keys: string[], verb: "change" | "remove") =>
  by.get(`/system/${room}/bulk?verb=${verb}&${new URLSearchParams(keys.map((key) => ["ids", key]))}`);
const restore = (by: Visitor, room: string, key: string) => by.post(`/system/${room}/recycle`, { key });

describe("a password given more than ten minutes ago is asked again", () => {
  it("before a super user is disabled, deleted among many and brought back", async () => {
    const [chief, other] = [await account({ isSuper: true }), await account()];
    const keys = [chief.userId, other.userId];
    expect(asks(await (await late.get(`/system/user/${chief.userId}/disable`)).submit())).toBe(true);
    expect((await userOf(chief)).userStatus).toBe("normal");
    expect(await late.call("/api/user/v1.0/delete", { userId: chief.userId })).toMatchObject({
      code: 400,
      reason: "forbidden",
      message: expect.stringContaining("confirmPassword"),
    });
    expect(asks(await (await many(late, "user", keys, "remove")).submit())).toBe(true);
    expect((await userOf(other)).deletedAt).toBeNull();
    await (await many(fresh, "user", keys, "remove")).submit();
    expect((await userOf(chief)).deletedAt).not.toBeNull();
    expect([asks(await restore(late, "user", chief.userId)), (await userOf(chief)).deletedAt]).toEqual([
      true,
      expect.any(Date),
    ]);
    expect((await restore(fresh, "user", chief.userId)).location).toBe(`/system/user/${chief.userId}`);
  });

  it("before disabled or deleted users get back what they held, and the bin is there again after it", async () => {
    const [one, other] = [await account({ userStatus: "disabled" }), await account()];
    expect(asks(await (await late.get(`/system/user/${one.userId}/disable`)).submit())).toBe(true);
    expect((await userOf(one)).userStatus).toBe("disabled");
    expect((await (await late.get(`/system/user/${other.userId}/disable`)).submit()).location).toBe(
      `/system/user/${other.userId}`,
    );
    await (await late.get(`/system/user/${other.userId}/delete`)).submit();
    const person = await enteredBefore(await account({ isSuper: true }));
    const asked = await restore(person, "user", other.userId);
    expect([asks(asked), (await userOf(other)).deletedAt]).toEqual([true, expect.any(Date)]);
    const bin = await (await (await asked.follow()).submit({ userPassword: testPassword })).follow();
    expect([bin.status, bin.url]).toEqual([200, expect.stringMatching(/^\/system\/user\/recycle/)]);
    expect((await restore(person, "user", other.userId)).location).toBe(`/system/user/${other.userId}`);
  });

  it("before a deleted role comes back", async () => {
    const { roleId, userId } = await account();
    await db().deleteFrom("userRole").where("userId", "=", userId).execute();
    expect((await fresh.call("/api/role/v1.0/delete", { roleId })).success).toBe(true);
    expect(asks(await restore(late, "role", roleId))).toBe(true);
    expect((await restore(fresh, "role", roleId)).location).toBe(`/system/role/${roleId}`);
  });

  it("before what roles hold is switched off or on, and not for what no role holds", async () => {
    const parts = await db().selectFrom("resource").selectAll().where("permissionCode", "=", "line.read").execute();
    const [held, free] = await Promise.all(
      ["held", "free"].map(async (name) => {
        const { appId } = parts[0]!;
        const values = { appId, resourceName: `Switch${name}`, title: name, type: "page", path: "/trial" };
        const made = { ...values, permissionCode: "line.read" };
        const { data } = await fresh.call<{ resourceId: string }>("/api/resource/v1.0/add", made);
        return data.resourceId;
      }),
    );
    const { roleId } = await account();
    await db().insertInto("roleResource").values({ roleId, resourceId: held! }).execute();
    const enabled = async () =>
      (await db().selectFrom("resource").select("enabled").where("resourceId", "=", held!).executeTakeFirstOrThrow())
        .enabled;
    const change = async (key: string, by = late) =>
      (await many(by, "resource", [key], "change")).submit({ change: "enabled", enabled: null });
    expect([asks(await change(held!)), await enabled()]).toEqual([true, true]);
    expect(asks(await change(free!))).toBe(false);
    expect([asks(await change(held!, fresh)), await enabled()]).toEqual([false, false]);
    const edited = await (await late.get(`/system/resource/${held}/edit`)).submit({ enabled: "on" });
    expect([asks(edited), await enabled()]).toEqual([true, false]);
  });
});
