import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import { builtScreen } from "../call";

const tools = "/line/line-tools";
const { withBreak } = demoNames.lines;

builtScreen(tools, {
  at: async () => `${tools}?keyword=${encodeURIComponent(withBreak)}`,
  heading: "线路工具",
  shows: withBreak,
  async change(person) {
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
        page = await (await form.submit({ reason: "施工便道" })).follow();
        accepted += 1;
      }
      if (accepted > 0) break;
    }
    expect(accepted).toBeGreaterThan(0);
    const white = await person.get(`${tools}/white-list`);
    expect(white.$("tbody").text()).toContain("施工便道");
    const one = await person.get(white.$("tbody a").first().attr("href")!);
    expect(one.text).toContain("施工便道");
    expect((await one.submit({}, { press: "移出白名单" })).status).toBe(303);
  },
});
