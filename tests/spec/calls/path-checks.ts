import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import type { Visitor } from "../../kit/visit";
import { builtCall } from "../call";
import { lineNamed } from "../../kit/line-named";

const path = (name: string) => `/api/${name}`;
const { first, withBreak, express } = demoNames.lines;

interface Check {
  direction: number;
  ratio: number | null;
  state: string;
  openStretches: number;
  stretches: { from: number; to: number; whiteUuid: string | null; path: [number, number][] }[];
}
interface White {
  whiteUuid: string;
  lineName: string;
  metres: number;
  recheck: boolean;
}

const checked = async (person: Visitor, lineName: string) =>
  (await person.call<Check[]>(path("checkLineMatchPathByLineId"), { lineUuid: await lineNamed(lineName) })).data;
const stored = async (person: Visitor, lineName: string) =>
  (await person.call<Check[]>(path("getLineMatchResult"), { lineUuid: await lineNamed(lineName) })).data;
const accepted = async (person: Visitor, lineName: string) =>
  (await person.call<White[]>(path("getPathWhiteList"), { lineUuid: await lineNamed(lineName) })).data;
const noKey = { body: {}, path: "lineUuid", message: "lineUuid" };

builtCall(path("checkLineMatchPathByLineId"), {
  async success(person) {
    const good = await checked(person, first);
    expect(good.map(({ direction, state }) => [direction, state])).toEqual([
      [1, "passed"],
      [2, "passed"],
    ]);
    expect(good.every(({ ratio }) => ratio! > 0.97)).toBe(true);
    const broken = await checked(person, withBreak);
    expect(broken.flatMap(({ stretches }) => stretches).length).toBeGreaterThan(0);
    expect(await stored(person, withBreak)).toEqual(broken);
  },
  bad: noKey,
});
builtCall(path("getLineMatchResult"), {
  async success(person) {
    await checked(person, express);
    expect((await stored(person, express))[0]).toMatchObject({
      lineName: express,
      state: "passed",
      directionName: "上行",
    });
    expect(
      (
        await person.call<Check[]>(path("getLineMatchResult"), { lineUuid: await lineNamed(express), direction: 2 })
      ).data.map(({ direction }) => direction),
    ).toEqual([2]);
  },
  bad: {
    body: async () => ({ lineUuid: await lineNamed(express), direction: 3 }),
    path: "direction",
    message: "方向应为",
  },
});
builtCall(path("deleteMatchLine"), {
  async success(person) {
    await checked(person, demoNames.lines.night);
    expect(
      (await person.call<number>(path("deleteMatchLine"), { lineUuid: await lineNamed(demoNames.lines.night) })).data,
    ).toBeGreaterThan(0);
    expect(
      (await stored(person, demoNames.lines.night)).every(
        ({ state, ratio }) => state === "unchecked" && ratio === null,
      ),
    ).toBe(true);
  },
  bad: noKey,
});
builtCall(path("checkLineMatchPath"), {
  async success(person) {
    const { data } = await person.call<{ directions: { path: [number, number][] }[] }>(
      "/api/line/v1.0/getOriginLineClassifyStationAndMap",
      { lineUuid: await lineNamed(first) },
    );
    const along = data.directions[0]!.path;
    expect((await person.call(path("checkLineMatchPath"), { path: along })).data).toMatchObject({
      passed: true,
      stretches: [],
    });
    expect((await person.call(path("checkLineMatchPath"), { path: along, crs: "GCJ02" })).data).toMatchObject({
      passed: false,
    });
    expect(
      (
        await person.call<Check & { metres: number }>(path("checkLineMatchPath"), {
          path: [
            [10, 10],
            [10.01, 10],
          ],
        })
      ).data,
    ).toMatchObject({ ratio: 0, passed: false, stretches: [{ causeName: "附近没有公交可走的道路" }] });
  },
  bad: { body: { path: [[10, 10]] }, path: "path", message: "至少需要 2 个点" },
});
builtCall(path("addPathToWhiteList"), {
  async success(person) {
    const broken = (await checked(person, withBreak)).find(({ stretches }) => stretches.length > 0)!;
    for (const { from, to } of broken.stretches) {
      const added = await person.call<White>(path("addPathToWhiteList"), {
        lineUuid: await lineNamed(withBreak),
        direction: broken.direction,
        from,
        to,
        reason: "新路未上图",
      });
      expect(added.data).toMatchObject({ lineName: withBreak, reason: "新路未上图", recheck: false });
    }
    const after = (await stored(person, withBreak)).find(({ direction }) => direction === broken.direction)!;
    expect(after).toMatchObject({ state: "white-list", openStretches: 0 });
    const again = broken.stretches[0]!;
    expect(
      await person.call(path("addPathToWhiteList"), {
        lineUuid: await lineNamed(withBreak),
        direction: broken.direction,
        from: again.from,
        to: again.to,
        reason: "再来",
      }),
    ).toMatchObject({ code: 400, errors: [{ message: "这段路径已在白名单中" }] });
  },
  bad: {
    body: async () => ({ lineUuid: await lineNamed(withBreak), direction: 1, from: 0, to: 100, reason: " " }),
    path: "reason",
    message: "请输入原因",
  },
});
builtCall(path("getPathWhiteList"), {
  async success(person) {
    await person.call(path("addPathToWhiteList"), {
      lineUuid: await lineNamed(first),
      direction: 1,
      from: 0,
      to: 120,
      reason: "首站出场绕行",
    });
    expect(await accepted(person, first)).toMatchObject([
      { lineName: first, metres: 120, directionName: "上行", reason: "首站出场绕行" },
    ]);
    expect((await person.call<White[]>(path("getPathWhiteList"), { keyword: "没有这条线" })).data).toEqual([]);
  },
  bad: { body: { keyword: "长".repeat(65) }, path: "keyword", message: /./ },
});
builtCall(path("removePathFromWhiteList"), {
  async success(person) {
    await person.call(path("addPathToWhiteList"), {
      lineUuid: await lineNamed(express),
      direction: 2,
      from: 200,
      to: 400,
      reason: "临时",
    });
    const [white] = await accepted(person, express);
    expect((await person.call(path("removePathFromWhiteList"), { whiteUuid: white!.whiteUuid })).success).toBe(true);
    expect(await accepted(person, express)).toEqual([]);
  },
  bad: { body: { whiteUuid: "x" }, path: "", message: "白名单路段" },
});
builtCall(path("buslineQuickSearch"), {
  async success(person) {
    await checked(person, first);
    const { data } = await person.call<{ lineName: string; directions: { state: string }[] }[]>(
      path("buslineQuickSearch"),
      { keyword: first },
    );
    expect(data.find(({ lineName }) => lineName === first)).toMatchObject({
      directions: [
        { directionName: "上行", state: "passed" },
        { directionName: "下行", state: "passed" },
      ],
    });
  },
  bad: { body: { keyword: "" }, path: "keyword", message: "请输入线路名称" },
});
