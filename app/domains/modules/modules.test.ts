import { beforeAll, describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import type { Visitor } from "../../../tests/kit/visit";
import { moduleRoom } from "./room";

const { may } = moduleRoom;
let made = 0;
const values = () => ({ moduleName: `trial-module-${++made}`, productCode: "base", description: "一段说明" });

async function moduleOfResource(): Promise<{ key: string; by: string }> {
  const { appId } = await db()
    .selectFrom("app")
    .select("appId")
    .where("appCode", "=", "base")
    .executeTakeFirstOrThrow();
  const { moduleName } = values();
  const key = newKey();
  await db().insertInto("module").values({ moduleId: key, moduleName, productCode: "base" }).execute();
  await db()
    .insertInto("resource")
    .values({
      resourceId: newKey(),
      appId,
      moduleId: key,
      type: "menu",
      resourceName: `Of-${moduleName}`,
      title: `${moduleName} 的菜单`,
    })
    .execute();
  return { key, by: `${moduleName} 的菜单` };
}

describeRoom({
  path: "/module/module-management",
  may,
  valid: values,
  invalid: [
    { field: "moduleName", value: "", message: "请输入模块名称" },
    { field: "moduleName", value: "m".repeat(65), message: "最多 64 个字" },
    { field: "productCode", value: "", message: "请输入产品编码" },
    { field: "description", value: "说".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "moduleName",
  unique: { field: "moduleName", message: "模块名称已被使用" },
  texts: ["description", "moduleName"],
  bulk: { field: "description", value: "一起写的说明" },
  table: { name: "module", key: "moduleId" },
  used: moduleOfResource,
  api: { missing: "/api/mavenProject/v1.0/update", key: "moduleId" },
});

describe("modules", () => {
  let person: Visitor;
  beforeAll(async () => {
    person = await visitorWith(may.read, may.write, may.remove);
  });
  const call = <T>(name: string, body: object) => person.call<T>(`/api/mavenProject/v1.0/${name}`, body);

  it("belong to an app that is there", async () => {
    expect((await call("add", { ...values(), productCode: "nobody" })).errors).toMatchObject([
      { path: "productCode", message: expect.stringContaining("没有编码为“nobody”的应用") },
    ]);
  });

  it("keep the name by which parameters know them, and the product while resources are theirs", async () => {
    const { data } = await call<{ moduleId: string; moduleName: string }>("add", values());
    await db()
      .insertInto("parameter")
      .values({ paramId: newKey(), scope: "ops", paramName: "of.module", mavenProject: data.moduleName })
      .execute();
    expect((await call("update", { moduleId: data.moduleId, moduleName: "renamed" })).errors).toMatchObject([
      { path: "moduleName", message: expect.stringContaining("of.module") },
    ]);
    expect(await call("delete", { moduleId: data.moduleId })).toMatchObject({
      reason: "used",
      message: expect.stringContaining("of.module"),
    });
    const held = await moduleOfResource();
    await db()
      .insertInto("app")
      .values({ appId: newKey(), appCode: "elsewhere", appName: "别的产品", englishShortName: "Elsewhere" })
      .execute();
    expect((await call("update", { moduleId: held.key, productCode: "elsewhere" })).errors).toMatchObject([
      { path: "productCode", message: expect.stringContaining(held.by) },
    ]);
  });
});
