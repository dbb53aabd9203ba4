import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { appRoom } from "./room";

const { may } = appRoom;
let made = 0;
const values = () => {
  made += 1;
  return {
    appName: `试验应用${made}`,
    appCode: `trial-${made}`,
    englishShortName: `Trial${made}`,
    address: "https://example.com/app",
    icon: "bus",
    sort: "7",
    enabled: "on",
  };
};
const own = async () => db().selectFrom("app").selectAll().where("appCode", "=", "base").executeTakeFirstOrThrow();

describeRoom({
  path: "/system/app",
  may,
  valid: values,
  invalid: [
    { field: "appName", value: "", message: "请输入应用名称" },
    { field: "appName", value: "用".repeat(65), message: "最多 64 个字" },
    { field: "appCode", value: "有 空格", message: "字母、数字" },
    { field: "appCode", value: "a".repeat(33), message: "最多 32 个字" },
    { field: "appCode", value: "Null", message: "不能用作编码" },
    { field: "englishShortName", value: "1st", message: "以字母开头" },
    { field: "englishShortName", value: "BASE", message: "英文简称已被使用" },
    ...[
      "javascript:alert(1)",
      "//elsewhere.example",
      "ftp://example.com",
      "example.com",
      "https://user:secret@example.com",
    ].map((value) => ({ field: "address", value, message: /http:\/\/ 或 https:\/\// })),
    { field: "sort", value: "10000", message: "0 到 9999" },
  ],
  showsAs: "appName",
  unique: { field: "appCode", message: "应用编码已被使用" },
  texts: ["address", "appName"],
  typed: (field, word) => (field === "address" ? `https://example.com/${word}` : word),
  table: { name: "app", key: "appId" },
  bulk: { field: "sort", value: "9" },
  used: async () => {
    const { appCode, englishShortName, appName } = values();
    const key = newKey();
    await db().insertInto("app").values({ appId: key, appCode, appName, englishShortName }).execute();
    await db()
      .insertInto("module")
      .values({ moduleId: newKey(), moduleName: `${appCode}-web`, productCode: appCode })
      .execute();
    return { key, by: `${appCode}-web` };
  },
  api: { missing: "/api/app/v1.0/update", key: "appId" },
});

describe("apps", () => {
  let person: Visitor;
  beforeAll(async () => {
    person = await visitorWith(may.read, may.write, may.remove);
  });
  const call = (name: string, body: object) => person.call(`/api/app/v1.0/${name}`, body);

  it("keeps the program's own on, under its code", async () => {
    const { appId } = await own();
    expect((await call("update", { appId, enabled: false })).errors).toMatchObject([
      { path: "enabled", message: "这是本系统自己的应用，不能停用" },
    ]);
    expect((await call("update", { appId, appCode: "other" })).errors).toMatchObject([{ path: "appCode" }]);
    expect(await call("delete", { appId })).toMatchObject({
      reason: "used",
      message: "这是本系统自己的应用，不能删除",
    });
    const form = await (await person.get(`/system/app/${appId}/edit`)).submit({ enabled: null });
    const many = await (await person.get(`/system/app/bulk?verb=change&ids=${appId}`)).submit({ change: ["enabled"] });
    expect([many.status, many.text]).toEqual([422, expect.stringContaining("这是本系统自己的应用，不能停用")]);
    expect([form.status, form.errorAt("enabled")]).toEqual([422, "这是本系统自己的应用，不能停用"]);
  });

  it("keeps a code by which modules know the app, and an app that has modules", async () => {
    const { data: app } = await person.call<{ appId: string; appCode: string }>("/api/app/v1.0/add", {
      appName: "产品",
      appCode: "product-x",
      englishShortName: "ProductX",
    });
    const modules = await visitorWith("module.write");
    await modules.call("/api/mavenProject/v1.0/add", { moduleName: "product-x-web", productCode: app.appCode });
    expect((await call("update", { appId: app.appId, appCode: "product-y" })).errors).toMatchObject([
      { path: "appCode", message: expect.stringContaining("product-x-web") },
    ]);
    expect(await call("delete", { appId: app.appId })).toMatchObject({
      reason: "used",
      message: expect.stringContaining("product-x-web"),
    });
  });

  it("leaves the portal when it is switched off, and comes back", async () => {
    const { data: app } = await person.call<{ appId: string }>("/api/app/v1.0/add", {
      appName: "可停用的应用",
      appCode: "off-1",
      englishShortName: "Off1",
      address: "/homepage",
    });
    const admin = await enter(await account({ isSuper: true }));
    const seen = async () => (await admin.get("/homepage")).text.includes("可停用的应用");
    expect(await seen()).toBe(true);
    await (await person.get(`/system/app/${app.appId}/edit`)).submit({ enabled: null });
    expect(await seen()).toBe(false);
    await call("update", { appId: app.appId, enabled: true });
    expect(await seen()).toBe(true);
  });
});
