import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { fleetNames } from "~/seed/demo-fleet";
import { lineNamed } from "../../kit/line-named";
import { day } from "../../kit/days";
import { builtScreen } from "../call";

const persons = "/personnel/personnel-management";
const driver = async () =>
  db()
    .selectFrom("person")
    .select(["personUuid", "name"])
    .where("jobNumber", "=", fleetNames.persons.first)
    .executeTakeFirstOrThrow();
const ofDriver = async (page: string) => `${persons}/${(await driver()).personUuid}${page}`;

builtScreen(`${persons}/:personUuid/lines`, {
  at: () => ofDriver("/lines"),
  heading: /的授权线路$/,
  shows: "增加一行",
  async change(person) {
    const form = await (await person.get(await ofDriver("/lines"))).submit({}, { press: "增加一行" });
    const at = `lines[${form.$("tbody tr").length - 1}]`;
    const row = { [`${at}.lineUuid`]: await lineNamed(demoNames.lines.circular), [`${at}.beginDate`]: day(900) };
    const saved = await form.submit(row, { press: "保存" });
    expect((await saved.follow()).text).toContain(`${demoNames.lines.circular} ${day(900)}`);
  },
});

builtScreen(`${persons}/:personUuid/presets`, {
  at: () => ofDriver("/presets"),
  heading: /的预设车辆$/,
  shows: fleetNames.buses.first,
  async change(person) {
    const { buses } = fleetNames;
    const at = await ofDriver("/presets");
    const found = await (await person.get(at)).submit({ keyword: buses.dueSoon }, { form: "main form[role=search]" });
    const offered = found
      .$("input[name=presets]")
      .map((_, box) => found.$(box).attr("value"))
      .get();
    const saved = await (await found.submit({ presets: offered }, { press: "保存" })).follow();
    expect(saved.text).toContain(buses.dueSoon);
  },
});

builtScreen(`${persons}/:personUuid/history`, {
  at: () => ofDriver("/history"),
  heading: /历史/,
  shows: /\d{4}-\d\d-\d\d \d\d:\d\d/,
  async change(person) {
    const { name } = await driver();
    await (await person.get(await ofDriver("/edit"))).submit({ remark: "规格备注", reason: "规格原因" });
    const history = (await person.get(await ofDriver("/history"))).text;
    for (const words of [name, "规格备注", "规格原因"]) expect(history).toContain(words);
  },
});

builtScreen("/electronic-fence/electronic-fence-management/map", {
  heading: "围栏地图",
  shows: "人民广场限速区",
  async change(person) {
    const { lng, lat } = await db()
      .selectFrom("station")
      .select(["lng", "lat"])
      .where("staSelfCode", "=", demoNames.plaza.codes[0])
      .executeTakeFirstOrThrow();
    const page = await person.get("/electronic-fence/electronic-fence-management/map");
    const found = await page.submit({ lng: String(lng), lat: String(lat) }, { form: "main form[method=get]" });
    expect(found.text).toMatch(/[1-9]\d* 个围栏包含这一点/);
  },
});

builtScreen("/line/line-tools/batches", {
  heading: "批量检查与匹配",
  shows: /检查/,
  async change(person) {
    const started = await (await person.get("/line/line-tools/batches")).submit({ scope: "all" });
    expect(started.location).toMatch(/^\/line\/line-tools\/batches\/[0-9a-f]{32}$/);
    const list = await person.get("/line/line-tools/batches");
    expect(list.$(`tbody a[href="${started.location}"]`).length).toBe(1);
  },
});

const bindMany = "/device/device-management/bind-many";
builtScreen(bindMany, {
  heading: "批量绑定与解绑",
  shows: "预览",
  async change(person) {
    const { unbound } = fleetNames.devices;
    const lines = `${unbound}\t1012\r\n没有的,1008`;
    const preview = await (await person.get(bindMany)).submit({ to: "bus", lines }, { press: "预览" });
    expect(preview.text).toContain("预览：1 行将执行，0 行不变，1 行不能执行");
    const done = await (await preview.submit({}, { press: "跳过 1 行，执行其余 1 行" })).follow();
    expect(done.text).toContain("已绑定 1 台设备");
    const devices = await person.get(`/device/device-management?keyword=${unbound}`);
    expect(devices.$("tbody").text()).toContain("车辆 1012");
  },
});

const tokens = "/device/device-management/report-tokens";
builtScreen(tokens, {
  heading: "上报令牌",
  shows: "上报令牌",
  async change(person) {
    const made = await (await person.get(`${tokens}/new`)).submit({ tokenName: "规格令牌" });
    expect(made.$("code").first().text().length).toBeGreaterThan(30);
    const list = await person.get(tokens);
    expect(list.$("tbody").text()).toContain("规格令牌");
    const end = list.$('tbody tr:contains("规格令牌") a[href$="/end"]').attr("href")!;
    expect((await (await person.get(end)).submit()).status).toBe(303);
  },
});

builtScreen("/search", {
  at: async () => `/search?q=${encodeURIComponent(demoNames.plaza.staName)}`,
  heading: "搜索",
  shows: demoNames.plaza.staName,
  async change(person) {
    const home = await person.get("/homepage");
    const page = await home.submit({ q: fleetNames.buses.plate }, { form: "form[action='/search']" });
    expect(page.$("main").text()).toContain(fleetNames.buses.first);
  },
});

const gtfs = "/line/line-import/gtfs-export";
builtScreen(gtfs, {
  heading: "导出 GTFS",
  shows: /线路 ?\d+ 条/,
  async change(person) {
    const none = await (await person.get(gtfs)).submit({ asOf: "1990-01-01" }, { press: "查看内容" });
    expect(none.text).toContain("这一天没有可以导出的线路");
    const file = await person.send(`${gtfs}/download?asOf=${demoNames.validFrom}&speed=20`);
    expect([
      file.headers.get("content-type"),
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ]).toEqual(["application/zip", "PK"]);
  },
});
