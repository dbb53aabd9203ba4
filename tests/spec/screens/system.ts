import { expect } from "vitest";
import { builtScreen } from "../call";

builtScreen("/system/app", {
  heading: "应用管理",
  shows: "基础数据管理平台",
  async change(person) {
    const saved = await (
      await person.get("/system/app/new")
    ).submit({
      appName: "规格门户",
      appCode: "spec-portal",
      englishShortName: "SpecPortal",
      address: "https://example.com/portal",
    });
    expect((await saved.follow()).text).toContain("已保存应用 规格门户");
    expect((await person.get("/system/app?keyword=spec-portal")).$("tbody").text()).toContain("规格门户");
  },
});

builtScreen("/module/module-management", {
  heading: "模块管理",
  shows: "产品",
  async change(person) {
    const saved = await (
      await person.get("/module/module-management/new")
    ).submit({ moduleName: "spec-screen-module", productCode: "base", description: "规格" });
    expect((await saved.follow()).text).toContain("已保存模块 spec-screen-module");
    expect((await person.get("/module/module-management?productCode=base")).$("tbody").text()).toContain(
      "基础数据管理平台",
    );
  },
});

builtScreen("/update-log/update-log-management", {
  heading: "更新日志",
  shows: "第一个版本",
  async change(person) {
    const saved = await (
      await person.get("/update-log/update-log-management/new")
    ).submit({ logVersion: "9.9.9", title: "规格更新", body: "- **新增** 规格" });
    expect((await saved.follow()).html).toContain("<strong>新增</strong>");
    expect((await person.get("/homepage")).text).toContain("规格更新");
  },
});

builtScreen("/system/resource", {
  heading: "资源管理",
  shows: "线路管理",
  async change(person) {
    const form = await person.get("/system/resource/new");
    const place = form.$("option:contains(系统管理)").attr("value")!;
    const saved = await form.submit({
      place,
      type: "page",
      title: "规格资源",
      resourceName: "SpecResource",
      path: "/spec",
    });
    expect((await saved.follow()).text).toContain("已保存资源 规格资源");
    expect((await person.get("/system/resource?keyword=SpecResource")).text).toContain("规格资源");
  },
});
