import { expect } from "vitest";
import { builtScreen } from "../call";

builtScreen("/voice/public-voice-class", {
  heading: "公共语音分类",
  shows: "常规双语报站",
  async change(person) {
    const path = "/voice/public-voice-class";
    const saved = await (
      await person.get(`${path}/new`)
    ).submit({ versionNum: "SCREEN-1", versionName: "规格报站", languages: "zh" });
    const page = await saved.follow();
    expect(page.text).toContain("已保存公共语音 规格报站");
    let form = await person.get(page.$(`a[aria-label="编辑 出站 出站内音 普通话"]`).attr("href")!);
    for (const _ of [1, 2]) form = await form.submit({}, { press: "添加一段" });
    form = await form.submit(
      { "parts[0].content": "terminus", "parts[1].content": "nextStation" },
      { press: '[value="down:1:parts"]' },
    );
    expect((await (await form.submit({})).follow()).text).toContain("〔下一站〕 + 〔终点站〕");
  },
});

builtScreen("/voice/node-type-dictionary", {
  heading: "节点类型字典",
  shows: "限速区",
  async change(person) {
    const path = "/voice/node-type-dictionary";
    let form = await person.get(`${path}/new`);
    form = await form.submit({ typeNum: "screenType", typeName: "规格桥梁", use: "3" }, { press: "添加一列" });
    const saved = await form.submit({ "columns[0].columnCode": "limitValue", "columns[0].required": "on" });
    expect((await saved.follow()).text).toContain("已保存节点类型 规格桥梁");
    expect((await person.get(`${path}?keyword=screenType`)).$("tbody").text()).toContain("限速值（必填）");
  },
});
