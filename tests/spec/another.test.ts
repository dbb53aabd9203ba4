import { expect, it } from "vitest";
import { newKey } from "~/kit/data/db/pool.server";
import { visitorWith } from "../kit/accounts";

it("leads from a saved record to the next empty form, and says what was saved", async () => {
  const person = await visitorWith("depot.read", "depot.write", "post.read", "post.write");
  const form = await person.get("/personnel/post-management/new");
  const code = `G${newKey().slice(0, 8)}`;
  const saved = await form.submit({ postCode: code, postName: "再一个", postType: "1" }, { press: "保存并再新增" });
  expect([saved.status, saved.location]).toEqual([303, "/personnel/post-management/new"]);
  const next = await saved.follow();
  expect(next.text).toContain("再一个，请填写下一条");
  expect(next.field("postCode")).toBe("");
  const refused = await next.submit({ postCode: code, postName: "重号", postType: "1" }, { press: "保存并再新增" });
  expect([refused.status, refused.field("postName")]).toEqual([422, "重号"]);
});

it("is offered for new records only", async () => {
  const person = await visitorWith("post.read", "post.write");
  const list = await person.get("/personnel/post-management");
  const edit = await person.get(list.$("main tbody a[href$='/edit']").first().attr("href")!);
  expect(edit.text).not.toContain("保存并再新增");
});

it.each([
  ["bus-model", "/model/bus-model", { modelNum: "NEXT-1" }, "下一步：新增车辆", "/bus/bus-management/new", "bus.write"],
  [
    "device-model",
    "/model/device-model",
    { modelNum: "NEXT-2" },
    "下一步：新增设备",
    "/device/device-management/new",
    "device.write",
  ],
])("says what usually comes after a new %s, to who may do it", async (room, url, values, words, href, permission) => {
  for (const may of [true, false]) {
    const person = await visitorWith(`${room}.read`, `${room}.write`, ...(may ? [permission] : []));
    const modelNum = `${values.modelNum}${may ? "a" : "b"}`;
    const saved = await (await (await person.get(`${url}/new`)).submit({ modelNum })).follow();
    expect(saved.text).toContain(`已保存`);
    const link = saved.$("[role=status] a");
    expect([link.text(), link.attr("href")]).toEqual(may ? [words, href] : ["", undefined]);
    const changed = await (
      await (await person.get(saved.$("a:contains(编辑)").attr("href")!)).submit({ remark: "改" })
    ).follow();
    expect(changed.$("[role=status] a").length).toBe(0);
  }
});
