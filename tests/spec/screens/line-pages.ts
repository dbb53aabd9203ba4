import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import { lineNamed } from "../../kit/line-named";
import type { Visitor } from "../../kit/visit";
import { day } from "../../kit/days";
import { builtScreen } from "../call";

const { busLane, express, first, night, withDraft } = demoNames.lines;
const lines = "/line/line-management";
const lineAt = async (name: string, page: string) => `${lines}/${await lineNamed(name)}${page}`;
const pointsOf = (text: string | undefined) => (text ?? "").split(/\r?\n/).filter(Boolean);

async function drawnPath(person: Visitor, name: string): Promise<string[]> {
  return pointsOf((await person.get(await lineAt(name, "/map?direction=1"))).field("map.path"));
}

builtScreen(`${lines}/:lineUuid/map`, {
  at: () => lineAt(busLane, "/map"),
  heading: `${busLane}：地图编辑`,
  shows: /上行.*下行/,
  async change(person) {
    const page = await person.get(await lineAt(busLane, "/map?direction=1"));
    const path = pointsOf(page.field("map.path"));
    const [from, to] = path.slice(0, 2).map((point) => point.split(",").map(Number));
    const between = from!.map((one, axis) => ((one + to![axis]!) / 2).toFixed(6)).join(",");
    const drawn = [path[0], between, ...path.slice(1)].join("\n");
    const saved = await page.submit({ "map.path": drawn, reason: "规格画线" }, { press: "保存到草稿" });
    expect((await saved.follow()).text).toContain("上行已保存到草稿");
    expect(await drawnPath(person, busLane)).toHaveLength(path.length + 1);
  },
});

builtScreen(`${lines}/:lineUuid/match`, {
  at: () => lineAt(night, "/match?direction=1"),
  heading: `${night}：匹配路径`,
  shows: "可信度",
  async change(person) {
    const page = await person.get(await lineAt(night, "/match?direction=1&source=stations"));
    const taken = await (await page.submit({}, { press: "采用新路径" })).follow();
    expect(taken.text).toContain("已采用匹配的路径，保存在草稿中");
    expect((await person.get(await lineAt(night, "/versions"))).$("tbody").text()).toContain("草稿");
  },
});

builtScreen(`${lines}/:lineUuid/reference`, {
  at: () => lineAt(express, "/reference"),
  heading: `${express}：参考线`,
  shows: "上传或粘贴参考线",
  async change(person) {
    const path = (await drawnPath(person, express)).join("\n");
    const page = await person.get(await lineAt(express, "/reference"));
    const sent = await page.submit({ path, crs: "WGS84", referenceName: "规格测绘" }, { press: "保存参考线" });
    const saved = await sent.follow();
    for (const words of ["已保存参考线", "规格测绘"]) expect(saved.text).toContain(words);
    const match = await person.get(await lineAt(express, "/match?direction=1&source=reference"));
    expect(match.text).toContain("参考线（本次使用）");
  },
});

builtScreen(`${lines}/:lineUuid/history`, {
  at: () => lineAt(first, "/history"),
  heading: `${first} 的修改历史`,
  shows: "新增",
  async change(person) {
    const form = await person.get(await lineAt(first, "/edit"));
    expect((await form.submit({ departureInterval: "平峰 9 分钟", reason: "规格原因" })).status).toBe(303);
    const history = (await person.get(await lineAt(first, "/history"))).text;
    for (const words of ["平峰 9 分钟", "规格原因"]) expect(history).toContain(words);
  },
});

builtScreen(`${lines}/:lineUuid/publish`, {
  at: () => lineAt(withDraft, "/publish"),
  heading: `${withDraft}：使草稿生效`,
  shows: "生效日期",
  async change(person) {
    const validFrom = day(40);
    const form = await person.get(await lineAt(withDraft, "/publish"));
    const looked = await form.submit({ validFrom }, { press: "查看影响" });
    expect((await (await looked.submit({}, { press: "使草稿生效" })).follow()).text).toContain(
      `草稿将于 ${validFrom} 起生效`,
    );
    expect((await person.get(await lineAt(withDraft, "/versions"))).$("tbody").text()).toContain(`${validFrom} 起`);
  },
});
