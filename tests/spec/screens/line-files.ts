import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import { builtScreen } from "../call";

const at = "/voice/file-management";
const { circular } = demoNames.lines;

builtScreen(at, {
  heading: "文件管理",
  shows: circular,
  async change(person) {
    const tree = await person.get(`${at}?keyword=${circular}&standing=current`);
    const file = await person.get(tree.$("main a[href^='/voice/file-management/']:contains(主方案)").attr("href")!);
    expect(file.$("h1").text()).toMatch(/^环1路 主方案 \S+ 线路文件$/);
    const draft = await (await (await person.get(file.$("a:contains(新建草稿)").attr("href")!)).submit()).follow();
    expect(draft.text).toContain("可以生成");
    const made = await (await draft.submit({ fileVersion: "9.0" })).follow();
    expect(made.text).toContain("已生成 环1路 主方案 9.0");
    expect((await person.get(`${at}?keyword=${circular}`)).text).toContain("9.0");
  },
});
