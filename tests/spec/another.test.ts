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
