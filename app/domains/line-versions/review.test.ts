import { beforeAll, expect, it } from "vitest";
import { demoNames } from "~/seed/demo-city";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { demoLine } from "./line.sample";
import { may } from "~/domains/lines/policy";

const pages = "/line/line-management";
const stationPages = "/station/station-management";

interface CallAtStation {
  staUuid: string;
  staName: string;
  distance: number;
  lng: number;
  lat: number;
}

let person: Visitor;
let lineUuid: string;
let station: CallAtStation;
const call = async <T>(name: string, body: object) => {
  const answer = await person.call<T>(name, body);
  expect(answer.success, answer.message).toBe(true);
  return answer.data;
};
const called = async () =>
  call<CallAtStation[]>("/api/line/v1.0/staListByLineUuid", { lineUuid, direction: 1 }).then((rows) => rows[3]!);
const moveTo = (lat: number) => call("/api/sta/v1.0/update", { staUuid: station.staUuid, lat });
const stale = async () => {
  const [line, { list }] = [
    await call<{ toReview: boolean }>("/api/line/v1.0/detail", { lineUuid }),
    await call<{ list: { lineUuid: string }[] }>("/api/line/v1.0/pageList", {
      pageNum: 1,
      pageSize: 100,
      toReview: "1",
    }),
  ];
  const page = await person.get(`${pages}/${lineUuid}?direction=1`);
  const found = await person.get(`${pages}?toReview=1`);
  const home = await person.get("/homepage");
  const atStation = await person.get(`${stationPages}/${station.staUuid}`);
  const row = atStation.$(`main tr:has(a[href*="${lineUuid}?direction=1"])`).first();
  const bySta = await call<{ lineUuid: string; direction: number; toReview: boolean }[]>("/api/sta/v1.0/getLineBySta", {
    staUuid: station.staUuid,
  });
  return [
    line.toReview,
    list.some((one) => one.lineUuid === lineUuid),
    page.$(".notice").text().includes(`${station.staName}（移动`),
    found.$(`tbody a[href*="${lineUuid}"]`).length > 0,
    /\d+ 条线路待复核/.test(home.text),
    row.text().includes("待复核"),
    bySta.some((one) => one.lineUuid === lineUuid && one.direction === 1 && one.toReview),
  ];
};
const everywhere = (yes: boolean) => Array.from({ length: 7 }, () => yes);

beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  lineUuid = await demoLine(demoNames.lines.first);
  station = await called();
});

it("a station that moved leaves its lines to be reviewed until it is back, the path is said to be right or laid anew", async () => {
  expect(await stale()).toEqual(everywhere(false));
  await moveTo(station.lat + 0.0006);
  expect(await stale()).toEqual(everywhere(true));
  await moveTo(station.lat);
  expect(await stale()).toEqual(everywhere(false));

  await moveTo(station.lat + 0.0006);
  const page = await person.get(`${pages}/${lineUuid}?direction=1`);
  const notice = page.$(".notice:contains(待复核)");
  expect(notice.find("a[href*='/map'], a[href*='/match'], a[href*='/reviewed']").length).toBeGreaterThanOrEqual(3);
  const [href] = notice
    .find("a[href*='/reviewed']")
    .map((_, link) => link.attribs.href!)
    .get();
  const reader = await visitorWith(may.read);
  expect((await reader.get(href!)).location).toMatch(/^\/401/);
  const rows = async () => (await person.get(`${pages}?toReview=1`)).$("tbody tr").length;
  const before = await rows();
  for (const direction of [1, 2]) {
    const ask = await person.get(`${pages}/${lineUuid}/reviewed?direction=${direction}`);
    if (ask.status !== 200) continue;
    expect(ask.text).toContain(`${station.staName}，移动`);
    const done = await ask.submit({ reason: "现场看过" });
    expect([done.status, (await done.follow()).text]).toEqual([303, expect.stringContaining("路径无误")]);
  }
  expect(await stale()).toEqual([false, false, false, false, before > 1, false, false]);
  expect((await person.get(`${pages}/${lineUuid}/history`)).text).toMatch(/路径复核.*现场看过|现场看过.*路径复核/s);
  expect((await person.get(`${pages}/${lineUuid}/reviewed?direction=1`)).status).toBe(303);
});

it("is said to be right by a call, and laid anew in a draft that takes its place", async () => {
  await moveTo(station.lat);
  const versions = await call<{ versionUuid: string; version: number; standing: string }[]>(
    "/api/line/v1.0/classifyVersions",
    { lineUuid },
  );
  const { version } = versions.find(({ standing }) => standing === "effective")!;
  expect((await stale())[0]).toBe(true);
  const late = await person.call("/api/line/v1.0/classifyConfirmPath", { lineUuid, version: version - 1 });
  expect(late.reason).toBe("stale");
  await call("/api/line/v1.0/classifyConfirmPath", { lineUuid, version, reason: "看过" });
  expect((await stale())[0]).toBe(false);
  expect((await called()).distance).toBe(station.distance);

  await moveTo(station.lat + 0.0006);
  const draft = await call<{ directions: { direction: number; stationList: object[] }[] }>(
    "/api/line/v1.0/updateLineClassifyStationAndMap",
    { lineUuid, directions: [{ direction: 1, vias: [] }] },
  );
  expect(JSON.stringify(draft)).toContain(`"metres":`);
  const matched = await call<{ saved: { directions: { movedStations: object[] }[] } }>("/api/line/v1.0/oneClickMatch", {
    lineUuid,
    accept: true,
  });
  expect(matched.saved.directions.map(({ movedStations }) => movedStations)).toEqual([[], []]);
  await call("/api/line/v1.0/classifyDiscard", { lineUuid });
  await moveTo(station.lat);
  expect(await stale()).toEqual(everywhere(false));
});

it("a form begins in its first field, and what it did is said with the lines to be reviewed", async () => {
  const form = await person.get(`${stationPages}/${station.staUuid}/edit`);
  expect(form.$("main form [autofocus]").attr("name")).toBe("staSelfCode");
  const saved = await form.submit({ lat: (station.lat + 0.0006).toFixed(6), acknowledged: "on" });
  expect((await saved.follow()).$("[data-notice][autofocus]").text()).toMatch(
    /已保存站点.*\d+ 条线路待复核，请在“停靠线路”中/,
  );
});
