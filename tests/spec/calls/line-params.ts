import { expect } from "vitest";
import { demoNames } from "~/seed/demo-city";
import { builtCall } from "../call";
import { lineNamed } from "../../kit/line-named";

const at = (name: string) => `/api/line/v1.0/${name}`;
const { first, night } = demoNames.lines;
const noLine = { body: { lineUuid: "x" }, path: "lineUuid", message: "32 位" };

builtCall(at("lineParamAdd"), {
  async success(person) {
    const lineUuid = await lineNamed(first);
    const saved = await person.call<{ version: number }>(at("lineParamAdd"), {
      lineUuid,
      speedLimit: 50,
      departAllowSlow: 5,
    });
    expect(saved.data).toMatchObject({
      speedLimit: 50,
      departAllowFast: null,
      effective: { departAllowFast: 2, departAllowSlow: 5, planSendEarly: 15 },
    });
    await person.call(at("lineParamAdd"), { lineUuid, departAllowSlow: null });
    expect((await person.call(at("getLineParam"), { lineUuid })).data).toMatchObject({
      speedLimit: 50,
      departAllowSlow: null,
      effective: { departAllowSlow: 3 },
    });
    expect(
      await person.call(at("lineParamAdd"), { lineUuid, speedLimit: 55, version: saved.data.version }),
    ).toMatchObject({ code: 400, reason: "stale" });
  },
  bad: {
    body: async () => ({ lineUuid: await lineNamed(first), speedLimit: 4 }),
    path: "speedLimit",
    message: "5 到 120",
  },
});
builtCall(at("getLineParam"), {
  async success(person) {
    expect((await person.call(at("getLineParam"), { lineUuid: await lineNamed(night) })).data).toMatchObject({
      lineName: night,
      version: 0,
      speedLimit: null,
      effective: { startDirection: 1, planSendEarly: 15 },
    });
  },
  bad: noLine,
});
builtCall(at("classifyParamAdd"), {
  async success(person) {
    const lineUuid = await lineNamed(night);
    expect((await person.call(at("classifyParamAdd"), { lineUuid, dwellSeconds: 25 })).data).toMatchObject({
      standing: "draft",
      dwellSeconds: 25,
      effective: { dwellSeconds: 25 },
    });
    expect((await person.call(at("getClassifyParam"), { lineUuid })).data).toMatchObject({
      standing: "draft",
      dwellSeconds: 25,
    });
    expect(
      (await person.call<{ dwellSeconds: number | null }[]>(at("getClassifyParamByMainUuid"), { mainUuid: lineUuid }))
        .data[0]!.dwellSeconds,
    ).toBeNull();
  },
  bad: {
    body: async () => ({ lineUuid: await lineNamed(night), dwellSeconds: 601 }),
    path: "dwellSeconds",
    message: "0 到 600",
  },
});
builtCall(at("getClassifyParam"), {
  async success(person) {
    expect((await person.call(at("getClassifyParam"), { lineUuid: await lineNamed(first) })).data).toMatchObject({
      lineName: first,
      classifyName: "主分类",
      standing: "effective",
      effective: { departAllowFast: 2 },
    });
  },
  bad: { body: {}, path: "classifySid", message: "lineUuid" },
});
builtCall(at("getClassifyParamByMainUuid"), {
  async success(person) {
    const { data } = await person.call<object[]>(at("getClassifyParamByMainUuid"), {
      mainUuid: await lineNamed(first),
      asOf: demoNames.validFrom,
    });
    expect(data[0]).toMatchObject({
      classifyName: "主分类",
      sortType: 1,
      standing: "effective",
      validFrom: demoNames.validFrom,
    });
  },
  bad: { body: { mainUuid: "x" }, path: "mainUuid", message: "32 位" },
});
