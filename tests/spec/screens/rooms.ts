import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import type { Visitor } from "../../kit/visit";
import { builtScreen } from "../call";
import { lineNamed } from "../../kit/line-named";
import { orgNamed } from "../../kit/organisations";

const lines = "/line/line-management";
const { first, circular } = demoNames.lines;
const lineAt = async (name: string) => `${lines}/${await lineNamed(name)}`;
const organisation = () => orgNamed("一车队");

builtScreen("/station/station-management", {
  at: async () => "/station/station-management?keyword=rmgc",
  heading: "站点管理",
  shows: demoNames.plaza.staName,
  async change(person) {
    const saved = await (
      await person.get("/station/station-management/new")
    ).submit({ staSelfCode: "SPEC1", staName: "规格站", lng: "116.38", lat: "39.87" });
    expect((await saved.follow()).text).toContain("已保存站点 规格站");
    expect((await person.get("/station/station-management?keyword=ggz")).$("tbody").text()).toContain("规格站");
  },
});

builtScreen(lines, {
  heading: "线路管理",
  shows: circular,
  async change(person) {
    const saved = await (await person.get(`${lines}/new`)).submit({ lineName: "规格1路", orgId: await organisation() });
    expect(saved.status, saved.text).toBe(303);
    expect((await person.get(`${lines}?keyword=gg1l`)).$("tbody").text()).toContain("规格1路");
  },
});

builtScreen(`${lines}/:lineUuid`, {
  at: () => lineAt(first),
  heading: first,
  shows: /上行.*下行/,
  async change(person) {
    const page = await person.get(await lineAt(first));
    expect(page.$("main svg").length).toBeGreaterThan(0);
    const down = await person.get(`${await lineAt(first)}?direction=2`);
    const names = (html: typeof page) =>
      html
        .$("tr[data-station-serial]")
        .map((_, row) => html.$(row).find("a").first().text())
        .get();
    expect(names(down).length).toBeGreaterThan(5);
    expect(names(down)[0]).toBe(names(page).at(-1));
  },
});

builtScreen(`${lines}/:lineUuid/edit`, {
  at: async () => `${await lineAt(first)}/edit`,
  heading: first,
  shows: "所属机构",
  async change(person) {
    const saved = await (await person.get(`${await lineAt(first)}/edit`)).submit({ departureInterval: "高峰 4 分钟" });
    expect((await saved.follow()).text).toContain("高峰 4 分钟");
  },
});

builtScreen(`${lines}/:lineUuid/stations`, {
  at: async () => `${await lineAt(first)}/stations`,
  heading: first,
  shows: "进站半径",
  async change(person) {
    const at = `${await lineAt(circular)}/stations`;
    const start = await person.get(at);
    const rows = start.$("[data-station-serial]").length;
    const found = await start.submit({ find: demoNames.unused.inService, at: "3" }, { press: "查找" });
    const added = await found.submit({}, { press: `[value^="add:"]` });
    expect(added.$("#row-3").text()).toContain(demoNames.unused.inService);
    const moved = await added.submit({}, { press: `[value="down:3"]` });
    expect(moved.$("#row-4").text()).toContain(demoNames.unused.inService);
    const saved = await moved.submit({ reason: "加一站" }, { press: "保存到草稿" });
    expect(saved.status, saved.text).toBe(303);
    const page = await saved.follow();
    expect(page.text).toMatch(new RegExp(`${rows + 1} 站.*草稿`));
    expect(page.text).toContain(demoNames.unused.inService);
  },
});

builtScreen("/map/data-down-load", {
  heading: "地图数据下载",
  shows: /下载道路，或导入地图文件；已有道路 [\d,]+ 段/,
  async change(person: Visitor) {
    const start = await person.get("/map/data-down-load");
    const found = await start.submit(
      { minLng: "116.37", minLat: "39.86", maxLng: "116.39", maxLat: "39.88" },
      { form: "main form[method=get]" },
    );
    expect(found.text).toMatch(/查到道路 [\d,]+ 段/);
    const link = found.$('a[href*="format=osm"]').attr("href")!;
    expect(await (await person.send(link)).text()).toContain('v="人民路"');
  },
});

const standbyAt = async () => `${await lineAt(demoNames.lines.express)}/standby`;

builtScreen(`${lines}/:lineUuid/standby`, {
  at: standbyAt,
  heading: `${demoNames.lines.express}：备用站点`,
  shows: "施工封站时停靠",
  async change(person) {
    const found = await person.get(
      `${await standbyAt()}?direction=1&find=${encodeURIComponent(demoNames.unused.inService)}`,
    );
    const added = await (
      await found.submit(
        { staUuid: found.$('select[name="staUuid"] option').eq(1).attr("value")!, remark: "苗圃花展期间" },
        { press: "加为备用" },
      )
    ).follow();
    expect(added.text).toContain("已保存备用站点");
    expect(added.$("tbody").text()).toContain("苗圃花展期间");
    const url = added
      .$("tr", "tbody")
      .filter((_, row) => added.$(row).text().includes(demoNames.unused.inService))
      .find('a:contains("换入")')
      .attr("href")!;
    const swapped = await (await person.get(url)).submit({ place: "insert", at: "3", reason: "花展" });
    expect(swapped.status, swapped.text).toBe(303);
    const draft = await person.get(swapped.location!.replace("/match", "/stations"));
    expect(draft.$("#row-3").text()).toContain(demoNames.unused.inService);
    expect((await person.get(`${await standbyAt()}?direction=1`)).$("tbody").text()).not.toContain("苗圃花展期间");
    expect((await person.get(await lineAt(demoNames.lines.express))).$("tr[data-station-serial]").text()).not.toContain(
      demoNames.unused.inService,
    );
  },
});
