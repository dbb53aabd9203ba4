import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import { primaryVariantOf } from "../../kit/line-named";
import { builtScreen } from "../call";

builtScreen("/line/station-import", {
  heading: "站点导入",
  shows: demoNames.lines.first,
  async change(person) {
    const { classifySid } = await primaryVariantOf(demoNames.lines.withBreak);
    const [first, last] = demoNames.plaza.codes;
    const preview = await (
      await (
        await person.get("/line/station-import")
      ).submit({ classifySid, direction: "2", crs: "WGS84", pasted: `站点编号,站名\n${first},\n${last},` })
    ).follow();
    expect(preview.text).toMatch(/编号相同 2 .*错误 0/);
    const done = await (await preview.submit({}, { press: "确认导入" })).follow();
    expect(done.text).toContain(`已保存到 ${demoNames.lines.withBreak} 的草稿：下行 2 站`);
    const line = await person.get(done.$("a:contains(查看下行)").attr("href")!);
    expect(
      line
        .$("tr[data-station-serial]")
        .map((_, row) => line.$(row).find("a").first().text())
        .get(),
    ).toEqual([demoNames.plaza.staName, demoNames.plaza.staName]);
  },
});

const lineImport = "/line/line-import";
builtScreen(lineImport, {
  heading: "线路文件导入",
  shows: "三行一条的线路文本",
  async change(person) {
    const [from, to] = ["规格甲:116.380000,39.870000", "规格乙:116.390000,39.870000"];
    const text = `规格99路(规格甲-规格乙)\n${from} ${to}\n116.380000,39.870000 116.390000,39.870000\n`;
    const file = new File([text], "规格线路.txt", { type: "text/plain" });
    const sent = await (await person.get(lineImport)).submit({}, { files: { file } });
    expect(sent.location).toMatch(/^\/line\/line-import\/[0-9a-f]{32}$/);
    expect((await sent.follow()).text).toContain("已上传，正在读取");
    const list = await person.get(lineImport);
    expect(list.$(`tbody tr:has(a[href="${sent.location}"])`).text()).toContain("规格线路.txt");
  },
});
