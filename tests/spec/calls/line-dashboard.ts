import { sql } from "kysely";
import { expect } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { builtCall } from "../call";
import { lineNamed } from "../../kit/line-named";

const at = (name: string) => `/api/line/v1.0/${name}`;
const { first, circular, withDraft, withPlan } = demoNames.lines;
const tooLong = { body: { keyword: "长".repeat(65) }, path: "keyword", message: /./ };

interface Dash {
  lineName: string;
  stateName: string;
  matchStateName: string;
  hasDraft: boolean;
  nextChange: string | null;
  directions: { directionName: string; stationCount: number; mileage: number | null; startStation: string | null }[];
  classifyList: { classifyName: string; sortTypeName: string; validFrom: string | null }[];
}

builtCall(at("lineDashList"), {
  async success(person) {
    const { data } = await person.call<Dash[]>(at("lineDashList"), {});
    const line = (name: string) => data.find(({ lineName }) => lineName === name)!;
    expect(line(first)).toMatchObject({
      stateName: "运营",
      matchStateName: "完全匹配",
      hasDraft: false,
      directions: [{ directionName: "上行" }, { directionName: "下行" }],
    });
    expect(line(circular).directions.map(({ directionName }) => directionName)).toEqual(["环行"]);
    expect([line(withDraft).hasDraft, line(withPlan).nextChange]).toEqual([true, demoNames.plannedFrom]);
    const drafts = (await person.call<Dash[]>(at("lineDashList"), { hasDraft: "1" })).data.map(
      ({ lineName }) => lineName,
    );
    expect([drafts.includes(withDraft), drafts.includes(circular)]).toEqual([true, false]);
  },
  bad: tooLong,
});
builtCall(at("allLineInfo"), {
  async success(person) {
    const { data } = await person.call<Dash[]>(at("allLineInfo"), { keyword: first, asOf: demoNames.validFrom });
    const line = data.find(({ lineName }) => lineName === first)!;
    expect(line.directions[0]!.stationCount).toBeGreaterThan(5);
    expect(line.classifyList[0]).toMatchObject({
      classifyName: "主分类",
      sortTypeName: "主",
      validFrom: demoNames.validFrom,
    });
  },
  bad: tooLong,
});
builtCall(at("detailShow"), {
  async success(person) {
    const { data } = await person.call<Dash>(at("detailShow"), { lineUuid: await lineNamed(first) });
    expect(data).toMatchObject({
      lineName: first,
      stateName: "运营",
      categoryName: "常规",
      orgName: "一车队",
      classifyList: [{ sortTypeName: "主" }],
    });
    expect(data.directions[0]!.startStation).toEqual(expect.any(String));
  },
  bad: { body: { lineUuid: "x" }, path: "lineUuid", message: "32 位" },
});
builtCall(at("basicInfo"), {
  async success(person) {
    const lineUuids = [await lineNamed(first), await lineNamed(circular), "0".repeat(32)];
    const asked = async (type: number) =>
      (
        await person.call<
          { lineName: string; directions?: { stationList: { staName: string }[]; path?: unknown[] }[] }[]
        >(at("basicInfo"), { lineUuids, type })
      ).data;
    expect((await asked(1)).map(({ lineName, directions }) => [lineName, directions])).toEqual(
      expect.arrayContaining([
        [first, undefined],
        [circular, undefined],
      ]),
    );
    const [named] = (await asked(2)).filter(({ lineName }) => lineName === first);
    expect([named!.directions![0]!.stationList.length > 5, named!.directions![0]!.path]).toEqual([true, undefined]);
    expect((await asked(3))[0]!.directions![0]!.path!.length).toBeGreaterThan(5);
  },
  bad: { body: { lineUuids: ["0".repeat(32)], type: 4 }, path: "type", message: "1（名称）" },
});
builtCall(at("lineRefresh"), {
  async success(person) {
    const lineUuid = await lineNamed(circular);
    await sql`update line_station set distance = distance + 1 where version_uuid in (select version_uuid from line_version join line_classify using (classify_sid) where main_uuid = ${lineUuid}) and serial = 2`.execute(
      db(),
    );
    const refreshed = await person.call<{ lineName: string; changed: boolean; changes: string[] }[]>(
      at("lineRefresh"),
      { lineUuid },
    );
    expect(refreshed.data).toMatchObject([{ lineName: circular, changed: true }]);
    expect(refreshed.data[0]!.changes.join()).toContain("1 站的距离");
    expect((await person.call(at("lineRefresh"), { lineUuids: [lineUuid] })).data).toMatchObject([
      { changed: false, changes: [] },
    ]);
  },
  bad: { body: { lineUuids: [] }, path: "", message: "lineUuid" },
});
