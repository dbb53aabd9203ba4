import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { demoLine } from "./line.sample";
import { waitingAreaRoom } from "~/domains/waiting-areas/room";

interface Figures {
  direction: number;
  directionName: string;
  mileage: number | null;
  pathMileage: number | null;
}
interface Line {
  lineUuid: string;
  upMileage: number | null;
  downMileage: number | null;
  directions: Figures[];
}

const lineApi = (name: string) => `/api/line/v1.0/${name}`;
const pages = "/line/line-management";
const usual = { S013: "1", S014: "1", "direction.reverse": "0" };

let person: Visitor;
let lineUuid: string;
const call = async <T>(name: string, body: object) => {
  const answer = await person.call<T>(name, body);
  expect(answer.success, answer.message).toBe(true);
  return answer.data;
};
const detail = () => call<Line>(lineApi("detail"), { lineUuid });
async function set(values: Partial<typeof usual>) {
  for (const [paramName, paramValue] of Object.entries(values))
    await db().updateTable("parameter").set({ paramValue }).where("paramName", "=", paramName).execute();
}

beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
  lineUuid = await demoLine(demoNames.lines.first);
});
afterEach(async () => {
  await set(usual);
  await call(lineApi("lineParamAdd"), { lineUuid, startDirection: null });
});

it("what detail answers changes nothing when it is sent back, by update or in a batch", async () => {
  await call(lineApi("update"), { lineUuid, upMileage: 9.5, downMileage: 8.25 });
  const before = await detail();
  expect(before.directions[0]!.mileage).not.toBe(9.5);
  await call(lineApi("update"), before);
  const after = await detail();
  expect(after).toMatchObject({ upMileage: 9.5, downMileage: 8.25, directions: before.directions });
  await call(lineApi("updateBatch"), { list: [after] });
  expect(await detail()).toMatchObject({ upMileage: 9.5, downMileage: 8.25 });
});

describe("mileage as S014 chooses it", () => {
  const shown = async () => {
    const variant = await db()
      .selectFrom("lineClassify")
      .select("classifySid")
      .where("mainUuid", "=", lineUuid)
      .where("sortType", "=", 1)
      .executeTakeFirstOrThrow();
    const lines = { lineUuids: [lineUuid], type: 2 };
    const all: [string, { directions: Figures[] }][] = [
      ["detail", await detail()],
      ["list", (await call<Line[]>(lineApi("list"), { lineName: demoNames.lines.first }))[0]!],
      ["detailShow", await call(lineApi("detailShow"), { lineUuid })],
      ["detailLine", await call(lineApi("detailLine"), { lineUuid })],
      ["lineDashList", (await call<Line[]>(lineApi("lineDashList"), { lineName: demoNames.lines.first }))[0]!],
      ["basicInfo", (await call<Line[]>(lineApi("basicInfo"), lines))[0]!],
      ["version", await call(lineApi("getOriginLineClassifyStationAndMap"), { lineUuid })],
      [
        "classifyList",
        (await call<(Line & { classifySid: string })[]>("/api/line/classify/v1.0/classifyList", { lineUuid })).find(
          (one) => one.classifySid === variant.classifySid,
        )!,
      ],
    ];
    return all.map(([name, { directions }]) => [name, ...directions.map(({ mileage }) => mileage)]);
  };

  it("is one figure in every call, and on the pages each of a pair has its name", async () => {
    await call(lineApi("update"), { lineUuid, upMileage: 9.5, downMileage: 8.25 });
    const paths = (await detail()).directions.map(({ pathMileage }) => pathMileage);
    for (const [S014, figures] of [
      ["1", paths],
      ["2", [9.5, 8.25]],
    ] as const) {
      await set({ S014 });
      for (const [name, ...mileages] of await shown())
        expect([S014, name, ...mileages]).toEqual([S014, name, ...figures]);
      const pair = `上 ${figures[0]!.toFixed(3)} / 下 ${figures[1]!.toFixed(3)}`;
      for (const page of [`${pages}?keyword=${encodeURIComponent(demoNames.lines.first)}`, `${pages}/${lineUuid}`])
        expect([S014, page, (await person.get(page)).text.includes(pair)]).toEqual([S014, page, true]);
      const csv = await person.send(`${pages}/export?keyword=${encodeURIComponent(demoNames.lines.first)}`);
      expect([S014, await csv.text()]).toEqual([S014, expect.stringContaining(pair)]);
      const variants = await person.get(`/line/line-classify?lineUuid=${lineUuid}`);
      expect([S014, variants.text.includes(pair)]).toEqual([S014, true]);
      expect((await person.get(`${pages}/${lineUuid}/map?direction=1`)).$("nav[aria-label=方向]").text()).toContain(
        `${figures[0]!.toFixed(3)} 公里`,
      );
    }
  });
});

describe("the first direction", () => {
  const orders = async () => {
    const list = await person.get(`${pages}?keyword=${encodeURIComponent(demoNames.lines.first)}`);
    const page = await person.get(`${pages}/${lineUuid}`);
    const form = await person.get(`${pages}/${lineUuid}/edit`);
    const quick = await call<{ lineName: string; directions: Figures[] }[]>("/api/buslineQuickSearch", {
      keyword: demoNames.lines.first,
    });
    const checks = await call<Figures[]>("/api/checkLineMatchPathByLineId", { lineUuid });
    const tree = await call<{ lineUuid: string | null; direction: number | null }[]>("/api/common/v1.0/lineTree", {});
    return {
      list:
        list.text.search(/上 \d+\.\d{3} \/ 下/) >= 0
          ? "1,2"
          : list.text.search(/下 \d+\.\d{3} \/ 上/) >= 0
            ? "2,1"
            : "",
      tabs: page
        .$("nav[aria-label=方向] a")
        .map((_, link) => link.attribs.href!.slice(-1))
        .get()
        .join(),
      form: form.html.indexOf('name="upFirst"') < form.html.indexOf('name="downFirst"') ? "1,2" : "2,1",
      quick: orderOf(quick.find(({ lineName }) => lineName === demoNames.lines.first)!.directions),
      checks: orderOf(checks),
      detail: orderOf((await detail()).directions),
      tree: orderOf(tree.filter((node) => node.lineUuid === lineUuid && node.direction) as { direction: number }[]),
    };
  };
  const orderOf = (directions: readonly { direction: number }[]) => directions.map(({ direction }) => direction).join();
  const everywhere = (order: string) => ({
    list: order,
    tabs: order,
    form: order,
    quick: order,
    checks: order,
    detail: order,
    tree: order,
  });

  it("is the operator's in every place, and a line's own before it", async () => {
    expect(await orders()).toEqual(everywhere("1,2"));
    await set({ S013: "2" });
    expect(await orders()).toEqual(everywhere("2,1"));
    await call(lineApi("lineParamAdd"), { lineUuid, startDirection: 1 });
    expect(await orders()).toEqual(everywhere("1,2"));
    await set({ S013: "1" });
    await call(lineApi("lineParamAdd"), { lineUuid, startDirection: 2 });
    expect(await orders()).toEqual(everywhere("2,1"));
  });
});

describe("directions named the other way round", () => {
  it("are so in tabs, types, the editor, histories and waiting areas alike", async () => {
    await set({ "direction.reverse": "1" });
    const page = await person.get(`${pages}/${lineUuid}?direction=1`);
    expect(page.$("nav[aria-label=方向] a[aria-current]").text()).toMatch(/^下行/);
    const types = page.$("tr[data-station-serial] td:nth-child(3)");
    expect([types.first().text(), types.last().text()].map((text) => text.split("，")[0])).toEqual([
      "下行起点",
      "下行终点",
    ]);
    const called = await call<{ staTypeName: string }[]>(lineApi("staListByLineUuid"), { lineUuid, direction: 1 });
    expect([called[0]!.staTypeName, called.at(-1)!.staTypeName]).toEqual(["下行起点", "下行终点"]);
    const editor = await person.get(`${pages}/${lineUuid}/stations?direction=1`);
    expect(editor.$("table").text()).not.toMatch(/上行/);
    expect((await person.get(`${pages}/${lineUuid}/history`)).text).toContain("下行申报里程");
    const area = await db()
      .selectFrom("waitingArea")
      .select(["waitUuid", "direction"])
      .where("waitName", "=", fleetNames.waitingArea)
      .executeTakeFirstOrThrow();
    await db().updateTable("waitingArea").set({ direction: 1 }).where("waitUuid", "=", area.waitUuid).execute();
    const list = await person.get(waitingAreaRoom.url);
    expect(list.$(`tbody tr:contains(${fleetNames.waitingArea})`).text()).toContain("下行");
    expect(list.$("select[name=direction] option[value=1]").text()).toBe("下行");
    expect((await person.get(`${waitingAreaRoom.url}/${area.waitUuid}`)).$("main").text()).toMatch(/方向\s*下行/);
    const form = await person.get(`${waitingAreaRoom.url}/${area.waitUuid}/edit`);
    expect(form.$("select[name=direction] option[value=1]").text()).toBe("下行");
    const answered = await call<{ waitUuid: string; directionName: string }[]>("/api/fence/v1.0/waitingArea/list", {});
    expect(answered.find(({ waitUuid }) => waitUuid === area.waitUuid)!.directionName).toBe("下行");
    await db()
      .updateTable("waitingArea")
      .set({ direction: area.direction })
      .where("waitUuid", "=", area.waitUuid)
      .execute();
  });
});

it("distances are the same to the metre on line page, station editor, map editor and in calls, and after a refresh", async () => {
  const lines = await db().selectFrom("line").select("lineUuid").where("deletedAt", "is", null).execute();
  for (const one of lines) {
    const called = await call<{ direction: number; distance: number | null }[]>(lineApi("staListByLineUuid"), one);
    for (const direction of new Set(called.map((row) => row.direction))) {
      const figures = called.filter((row) => row.direction === direction).map((row) => row.distance?.toFixed(3) ?? "—");
      const at = `${pages}/${one.lineUuid}`;
      const line = await person.get(`${at}?direction=${direction}`);
      const cells = line.$("tr[data-station-serial] td:nth-child(4)").map((_, cell) => line.$(cell).text());
      expect([one.lineUuid, ...cells.get()]).toEqual([one.lineUuid, ...figures]);
      const edited = await call<{ directions: { direction: number; stationList: { distance: number | null }[] }[] }>(
        lineApi("getLineClassifyStationAndMap"),
        one,
      );
      const { stationList } = edited.directions.find((each) => each.direction === direction)!;
      const drafted = stationList.map(({ distance }) => distance?.toFixed(3) ?? "—");
      for (const editor of ["stations", "map"]) {
        const page = await person.get(`${at}/${editor}?direction=${direction}`);
        const along = page.$("tr[data-station-serial] td:nth-child(4)").map((_, cell) => page.$(cell).text());
        expect([editor, ...along.get().map((text) => text.split(" /")[0])]).toEqual([editor, ...drafted]);
      }
      const drawing = (await (await person.send(`${at}/drawing?direction=${direction}`)).json()) as {
        stations: { distance: number | null }[];
      };
      expect(drawing.stations.map(({ distance }) => ((distance ?? 0) / 1000).toFixed(3))).toEqual(figures);
    }
  }
  const before = await sql`select version_uuid, direction, serial, distance from line_station order by 1, 2, 3`.execute(
    db(),
  );
  await call(lineApi("lineRefresh"), { lineUuids: lines.map((line) => line.lineUuid) });
  const after = await sql`select version_uuid, direction, serial, distance from line_station order by 1, 2, 3`.execute(
    db(),
  );
  expect(after.rows).toEqual(before.rows);
});
