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
    const file = await person.get(tree.$("main a[href^='/voice/file-management/']:contains(主分类)").attr("href")!);
    expect(file.title).toMatch(/^环1路 主分类 \S+ 线路文件 - /);
    const draft = await (await (await person.get(file.$("a:contains(新建草稿)").attr("href")!)).submit()).follow();
    expect(draft.text).toContain("可以生成");
    const made = await (await draft.submit({ fileVersion: "9.0" })).follow();
    expect(made.text).toContain("已生成 环1路 主分类 9.0");
    expect((await person.get(`${at}?keyword=${circular}`)).text).toContain("9.0");
  },
});

builtScreen("/voice/line-station-voice", {
  heading: "线路站点语音",
  shows: circular,
  async change(person) {
    const list = await person.get(`/voice/line-station-voice?state=0`);
    const voice = await person.get(list.$("tbody a").first().attr("href")!);
    const edit = await person.get(voice.$("td a[href*='/nodes/']").first().attr("href")!);
    const saved = await (await edit.submit({ radius: "77" })).follow();
    expect(saved.$("tr[data-station-serial]").first().text()).toContain("77");
  },
});

builtScreen("/voice/line-station-voice-history", {
  heading: "线路站点语音历史",
  shows: circular,
  async change(person) {
    const file = await person.get(`${at}?keyword=${circular}&standing=current`);
    const url = file.$("main a[href^='/voice/file-management/']:contains(主分类)").attr("href")!;
    const draft = await (await (await person.get(`${url}/draft`)).submit()).follow();
    await draft.submit({ fileVersion: "9.1" });
    const list = await person.get(`/voice/line-station-voice-history?keyword=${circular}`);
    const time = await person.get(list.$("tbody a").first().attr("href")!);
    expect(time.$("tbody").text()).toContain("9.1");
    const compared = await time.submit({}, { form: "form[action$=compare]" });
    expect(compared.text).toContain("两个文件播报的内容相同");
  },
});
