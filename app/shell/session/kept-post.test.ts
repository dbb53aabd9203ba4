import { describe, expect, it } from "vitest";
import { decrypt, digest } from "~/kit/data/access/encrypt.server";
import { db } from "~/kit/data/db/pool.server";
import { account, enter, testPassword, type Account } from "../../../tests/kit/accounts";
import { visitor, type Answer, type Visitor } from "../../../tests/kit/visit";

const create = "/station/station-management/new";
const typed = {
  staSelfCode: "KEPT1",
  staName: "保留的站名 <b>&",
  lng: "116.5",
  lat: "39.5",
  remark: "打了很久\r\n的字",
  facilities: ["2", "4"],
};

async function expire(person: Visitor): Promise<void> {
  await db()
    .updateTable("session")
    .set({ expiresAt: new Date(0) })
    .where("tokenHash", "=", digest(person.token!))
    .execute();
}

async function tooLate(
  who: Account,
  at = create,
  changes: Record<string, string | string[]> = typed,
): Promise<Answer & { person: Visitor }> {
  const person = await enter(who);
  const form = await person.get(at);
  await expire(person);
  return { ...(await form.submit(changes)), person };
}

const keptAt = (login: string) =>
  db()
    .selectFrom("keptPost")
    .selectAll()
    .where("keptId", "=", new URL(login, "http://here").searchParams.get("kept"))
    .executeTakeFirstOrThrow();

describe("a form posted after its session expired", () => {
  it("comes back filled to the same person after the login, and saves then", async () => {
    const who = await account({ permissions: ["station.read", "station.write"] });
    const refused = await tooLate(who);
    expect([refused.status, refused.location]).toEqual([
      303,
      expect.stringMatching(/^\/login\?to=%2Fstation%2Fstation-management%2Fnew&kept=[0-9a-f]{32}$/),
    ]);
    const login = await refused.follow();
    expect(login.text).toContain("您填写的内容已保留");
    const form = await (await login.submit({ userAccount: who.userAccount, userPassword: testPassword })).follow();
    expect(form.status).toBe(200);
    for (const [name, value] of Object.entries(typed))
      expect([name, form.fields(name)]).toEqual([name, [value].flat()]);
    const saved = await (await form.submit()).follow();
    expect(saved.text).toContain("已保存站点 保留的站名");
  });

  it("keeps an edit of a record as well", async () => {
    const who = await account({ permissions: ["station.read", "station.write"] });
    const { staUuid } = await db()
      .selectFrom("station")
      .select("staUuid")
      .where("deletedAt", "is", null)
      .limit(1)
      .executeTakeFirstOrThrow();
    const login = await (
      await tooLate(who, `/station/station-management/${staUuid}/edit`, { address: "新地址 7 号" })
    ).follow();
    const form = await (await login.submit({ userAccount: who.userAccount, userPassword: testPassword })).follow();
    expect([form.field("address"), form.field("version")]).toEqual(["新地址 7 号", "1"]);
    expect((await (await form.submit()).follow()).text).toContain("新地址 7 号");
  });

  it("comes back to nobody else", async () => {
    const who = await account({ permissions: ["station.read", "station.write"] });
    const other = await account({ permissions: ["station.read", "station.write"] });
    const login = await (await tooLate(who)).follow();
    const form = await (await login.submit({ userAccount: other.userAccount, userPassword: testPassword })).follow();
    expect([form.status, form.field("staName"), form.html.includes("KEPT1")]).toEqual([200, "", false]);
    const kept = new URL(login.url, "http://here").searchParams.get("kept")!;
    const list = await (await enter(who)).get(`/station/station-management?kept=${kept}`);
    expect(list.html).not.toContain("KEPT1");
  });

  it("with nothing but passwords and codes in it is not kept", async () => {
    const password = "Bao-Mi-De-77";
    for (const [at, typed] of [
      ["/modify-password", { oldPassword: testPassword, newPassword: password, repeated: password }],
      ["/confirm-password", { userPassword: testPassword }],
    ] as const)
      expect((await tooLate(await account(), at, typed)).location).toBe(`/login?to=${encodeURIComponent(at)}`);
    const setup = await tooLate(await account(), "/second-factor", { newCode: "123456", password: testPassword });
    const kept = await keptAt(setup.location!);
    const { fields } = JSON.parse(decrypt(kept.sealed)!) as { fields: [string, string][] };
    expect(fields.filter(([, value]) => value !== "").map(([name]) => name)).toEqual(["setup"]);
  });

  it("is stored unreadable for half an hour", async () => {
    const person = await account({ permissions: ["station.read", "station.write"] });
    const { keptId, sealed, expiresAt } = await keptAt((await tooLate(person)).location!);
    expect(sealed.toString("latin1")).not.toContain("KEPT1");
    expect(decrypt(sealed)).toContain("KEPT1");
    expect((expiresAt.getTime() - Date.now()) / 60_000).toBeCloseTo(30, 0);
    await db()
      .updateTable("keptPost")
      .set({ expiresAt: new Date(0) })
      .execute();
    const late = await (await enter(person)).get(`${create}?kept=${keptId}`);
    expect([late.status, late.field("staName")]).toEqual([200, ""]);
  });

  it("of a megabyte and more, or with files, is not kept", async () => {
    const who = await account({ permissions: ["station.read", "station.write"] });
    const person = await enter(who);
    await expire(person);
    const large = await person.post(create, { staName: "x".repeat(1_000_001) });
    expect(large.location).toBe(`/login?to=${encodeURIComponent(create)}`);
    const body = new FormData();
    body.set("avatar", new File(["x"], "a.png"));
    const files = await person.visit("/personal-settings", {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body,
    });
    expect(files.location).toBe("/login?to=%2Fpersonal-settings");
    const stranger = await visitor().post(create, { staName: "x" });
    expect(stranger.location).toBe(`/login?to=${encodeURIComponent(create)}`);
  });
});
