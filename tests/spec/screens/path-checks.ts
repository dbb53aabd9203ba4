import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import type { Visitor } from "../../kit/visit";
import { builtScreen } from "../call";

const tools = "/line/line-tools";
const { withBreak } = demoNames.lines;
const because = "施工便道";

async function acceptBreaks(person: Visitor): Promise<number> {
  const list = await person.get(`${tools}?keyword=${encodeURIComponent(withBreak)}`);
  const urls = list
    .$("tbody a")
    .map((_, link) => list.$(link).attr("href")!)
    .get();
  let accepted = 0;
  for (const url of urls) {
    let page = await (await (await person.get(url)).submit({}, { press: '[data-hotkey="r"]' })).follow();
    expect(page.text).toContain("在道路上");
    for (
      let link = page.$('a[href*="/accept?"]').first().attr("href");
      link;
      link = page.$('a[href*="/accept?"]').first().attr("href")
    ) {
      const form = await person.get(link);
      expect((await form.submit({ reason: "" })).errorAt("reason")).toContain("请输入原因");
      page = await (await form.submit({ reason: because })).follow();
      accepted += 1;
    }
    if (accepted > 0) break;
  }
  return accepted;
}

let kept: Promise<number> | undefined;
const keepBreaks = (person: Visitor) => (kept ??= acceptBreaks(person));

builtScreen(tools, {
  at: async () => `${tools}?keyword=${encodeURIComponent(withBreak)}`,
  heading: "线路工具",
  shows: withBreak,
  async change(person) {
    expect(await keepBreaks(person)).toBeGreaterThan(0);
    expect((await person.get(`${tools}/white-list`)).$("tbody").text()).toContain(because);
  },
});

builtScreen(`${tools}/white-list`, {
  async at(person) {
    await keepBreaks(person);
    return `${tools}/white-list`;
  },
  heading: "路径白名单",
  shows: new RegExp(`${withBreak}.*${because}`, "s"),
  async change(person) {
    const list = await person.get(`${tools}/white-list`);
    const url = list.$("tbody a").first().attr("href")!;
    const one = await person.get(url);
    expect(one.text).toContain(because);
    expect((await one.submit({}, { press: "移出白名单" })).status).toBe(303);
    expect((await person.get(`${tools}/white-list`)).$(`tbody a[href="${url}"]`).length).toBe(0);
  },
});
