import { expect, it } from "vitest";
import { demoVisitor, passwords } from "../../tests/accounts";
import { visitor } from "../../tests/visit";
it("smoke", async () => {
  const v = visitor();
  const a = await v.signIn("admin", passwords.admin);
  console.log(a.location, v.token);
  const p = await a.follow();
  console.log(p.status, p.url, p.title, p.text.slice(0, 400));
  const d = await demoVisitor("planner");
  const f = await d.get("/station/station-management/new");
  const g = await f.submit({ staSelfCode: "", staName: "x", lng: "999" });
  console.log(g.status, g.errorAt("staSelfCode"), "|", g.errorAt("lng"), g.field("staName"), g.text.slice(0, 900));
  console.log(g.$("[name=lng]").parent().parent().html(), g.$("main form").length);
  console.log(await d.call("/api/sta/v1.0/pageList", { pageNum: 1, pageSize: 1 }));
  expect(1).toBe(1);
});
