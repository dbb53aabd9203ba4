import { expect } from "vitest";
import { demoTasks } from "~/seed/demo-tasks";
import { builtScreen } from "../call";

builtScreen("/voice/issue-task", {
  heading: "下发任务",
  shows: demoTasks.partly,
  async change(person) {
    const begun = await (
      await (await person.get("/voice/issue-task/new")).submit({}, { press: "[value='3']" })
    ).follow();
    const whom = await (await begun.submit({ all: "on" })).follow();
    const refused = await whom.submit({ buses: "没有这辆" });
    expect([refused.status, refused.errorAt("buses")]).toEqual([422, expect.stringContaining("没有这辆")]);
    const how = await (await whom.submit({ buses: "1001, 1002" })).follow();
    const confirm = await (await how.submit({ taskName: "页面任务", stages: "50,100" })).follow();
    expect((await person.get(confirm.url)).text).toContain("2 辆车");
    const made = await (await confirm.submit()).follow();
    expect(made.text).toContain("已新建并启动 页面任务，2 辆车");
    expect(made.headers.get("refresh")).toMatch(/^5/);
    const list = await person.get("/voice/issue-task?keyword=页面任务");
    expect(list.$("tbody").text()).toContain("进行中");
  },
});
