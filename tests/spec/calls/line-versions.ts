import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import { visitorWith } from "../../kit/accounts";
import { builtCall } from "../call";
import { lineNamed } from "../../kit/line-named";
import { day } from "../../kit/days";

interface Detail {
  versionUuid: string;
  standing: string;
  plannedFor: string | null;
  validFrom: string | null;
  directions: { direction: number; stationList: { staUuid: string; staName: string }[]; path: unknown[] }[];
}

const path = "/api/line/v1.0/classifyPreAdd";
const origin = "/api/line/v1.0/getOriginLineClassifyStationAndMap";
builtCall(path, {
  async success(person) {
    const key = { lineUuid: await lineNamed(demoNames.lines.busLane) };
    const now = (await person.call<Detail>(origin, key)).data;
    const stationList = now.directions[0]!.stationList.toSpliced(1, 2).map(({ staUuid }) => ({ staUuid }));
    const planned = await person.call<Detail>(path, {
      ...key,
      effectiveTime: day(30),
      directions: [{ direction: 1, stationList }],
      reason: "两站封闭",
    });
    expect(planned.data, planned.message).toMatchObject({
      lineName: demoNames.lines.busLane,
      standing: "draft",
      plannedFor: day(30),
    });
    expect(planned.data.directions[0]!.stationList.length).toBe(now.directions[0]!.stationList.length - 2);
    expect(planned.data.directions[1]!.path.length).toBe(now.directions[1]!.path.length);
    expect(await person.call(path, { ...key, effectiveTime: day(30) })).toMatchObject({
      code: 400,
      errors: [{ path: "effectiveTime", message: expect.stringContaining("已有一份") }],
    });
    const published = await person.call<Detail>(path, {
      ...key,
      effectiveTime: day(40),
      directions: [{ direction: 1, stationList }],
      publish: true,
    });
    expect(published.data, published.message).toMatchObject({ standing: "planned", validFrom: day(40) });
    expect((await person.call<Detail>(origin, { ...key, asOf: day(39) })).data.versionUuid).toBe(now.versionUuid);
    expect((await person.call<Detail>(origin, { ...key, asOf: day(40) })).data.versionUuid).toBe(
      published.data.versionUuid,
    );
    const writer = await visitorWith("line.read", "line.write");
    expect(await writer.call(path, { ...key, effectiveTime: day(50), publish: true })).toMatchObject({
      code: 400,
      reason: "forbidden",
    });
    expect((await person.call(path, { ...key, effectiveTime: day(-1) })).errors?.[0]).toMatchObject({
      path: "effectiveTime",
      message: "计划生效日期不能早于今天",
    });
  },
  bad: {
    body: async () => ({ lineUuid: await lineNamed(demoNames.lines.busLane), effectiveTime: "下周一" }),
    path: "effectiveTime",
    message: "请输入日期",
  },
});
