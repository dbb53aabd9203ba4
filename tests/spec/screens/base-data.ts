import { expect } from "vitest";
import { builtScreen } from "../call";
import { orgNamed } from "../../kit/organisations";

builtScreen("/org/organization", {
  heading: "机构管理",
  shows: "第二分公司",
  async change(person) {
    const orgId = await orgNamed("第一分公司");
    const form = (await person.get("/org/organization")).$(`a[aria-label="在 第一分公司 下新增"]`).attr("href")!;
    const saved = await (await person.get(form)).submit({ orgCode: "SPEC-9", orgName: "九车队" });
    expect((await saved.follow()).text).toContain("已保存机构 九车队");
    const tree = await person.get("/org/organization?keyword=九车队");
    expect(tree.$(`#node-${orgId} li`).text()).toContain("九车队");
  },
});

builtScreen("/dict/dictionary-configuration", {
  heading: "字典管理",
  shows: "站点种类",
  async change(person) {
    const path = "/dict/dictionary-configuration";
    const form = await (
      await person.get(`${path}/new`)
    ).submit({ codeNum: "spec_colours", codeName: "规格颜色", pasted: "1 红\n2 蓝" }, { press: "加到最后" });
    const saved = await form.submit();
    expect((await saved.follow()).text).toContain("已保存字典 规格颜色");
    expect((await person.get(`${path}?keyword=spec_colours`)).$("tbody").text()).toContain("红、蓝");
  },
});

builtScreen("/params/param-configuration", {
  heading: "参数配置",
  shows: "工作日延长时间",
  async change(person) {
    const row = await person.get("/params/param-configuration?keyword=D009");
    const edit = `${row.$("tbody a").attr("href")}/edit`;
    const shown = async () => (await person.get("/homepage")).$("header a:contains(首页)").length;
    expect((await (await (await person.get(edit)).submit({ paramValue: "0" })).follow()).text).toContain(
      "已保存参数 显示首页按钮",
    );
    expect(await shown()).toBe(0);
    expect((await (await person.get(edit)).submit({ paramValue: "1" })).status).toBe(303);
    expect(await shown()).toBe(1);
  },
});
