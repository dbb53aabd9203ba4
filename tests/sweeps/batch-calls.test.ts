import { beforeAll, describe, expect, it } from "vitest";
import { apiCalls } from "~/calls/calls.server";
import { db, newKey } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter, visitorWith } from "../kit/accounts";
import type { Visitor } from "../kit/visit";

interface Row {
  row: number;
  key?: string;
  errors?: { path: string; message: string }[];
}

const station = (name: string) => `/api/sta/v1.0/${name}`;
const bus = (name: string) => `/api/bus/v1.0/${name}`;
const at = { lng: 116.391, lat: 39.902 };
let made = 0;
const newStation = (more: object = {}) => ({ staSelfCode: `PL${++made}`, staName: `批量站${made}`, ...at, ...more });
const stationCount = async () => (await db().selectFrom("station").select("staUuid").execute()).length;
const byCodes = async (person: Visitor, codes: string[]) =>
  (await person.call<Record<string, string>>(station("keysByCodes"), { codes })).data;

let person: Visitor;
beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
});

describe("stations in batches", () => {
  it("go in together, each with its history, and are found by their numbers", async () => {
    const list = Array.from({ length: 40 }, () => newStation());
    const { data, message } = await person.call<Row[]>(station("addBatch"), { list });
    expect(data, message).toEqual(
      list.map((_, nth) => ({ row: nth + 1, key: expect.stringMatching(/^[0-9a-f]{32}$/) })),
    );
    const codes = list.map(({ staSelfCode }) => staSelfCode);
    const alike = [codes[3]!.toLowerCase(), demoNames.plaza.codes[0]!.replace("1", "１")];
    const keys = await byCodes(person, [...codes, "没有的", ...alike]);
    expect(Object.keys(keys).sort()).toEqual([...codes, ...alike].sort());
    expect(codes.map((code) => keys[code])).toEqual(data.map(({ key }) => key));
    const history = await person.get(`/station/station-management/${data[7]!.key}/history`);
    expect(history.text).toContain("批量站8");
    expect((await person.get(`/station/station-management?keyword=${list[9]!.staName}`)).text).toContain(
      list[9]!.staSelfCode,
    );
  });

  it("are written all or none, or the good ones, with every error at its row and field", async () => {
    const [taken, twice] = [demoNames.plaza.codes[0]!, newStation()];
    const list = [
      newStation(),
      newStation({ lng: 200, staName: "" }),
      newStation({ staSelfCode: taken }),
      twice,
      { ...newStation(), staSelfCode: twice.staSelfCode },
      newStation({ staNmae: "错字" }),
      newStation(),
    ];
    const before = await stationCount();
    const errors = [
      { row: 2, path: "staName", message: "请输入站点名称" },
      { row: 2, path: "lng", message: "经度在 -180 到 180 之间" },
      { row: 3, path: "staSelfCode", message: expect.stringContaining("已被使用") },
      { row: 5, path: "staSelfCode", message: expect.stringContaining("已被使用") },
      { row: 6, path: "staNmae", message: "没有“staNmae”这个字段，请检查名称" },
    ];
    const none = await person.call(station("addBatch"), { list });
    expect(none).toMatchObject({ code: 400, reason: "field", message: expect.stringContaining("4 行有错误") });
    expect(none.errors).toEqual(errors);
    const judged = await person.call<Row[]>(station("validBatch"), { verb: "add", list });
    expect(judged.data.flatMap(({ row, errors: wrong = [] }) => wrong.map((one) => ({ row, ...one })))).toEqual(errors);
    expect(judged.data.map(({ row, key }) => [row, key])).toEqual(list.map((_, nth) => [nth + 1, undefined]));
    expect(await stationCount()).toBe(before);
    const good = await person.call<Row[]>(station("addBatch"), { list, onError: "good" });
    expect(good.data.filter(({ key }) => key).map(({ row }) => row)).toEqual([1, 4, 7]);
    expect(await stationCount()).toBe(before + 3);
  });

  it("sent again under their keys are the same stations, not new ones", async () => {
    const list = [newStation({ staUuid: newKey() }), newStation({ staUuid: newKey() })];
    const before = await stationCount();
    for (let nth = 0; nth < 2; nth++)
      expect((await person.call<Row[]>(station("addBatch"), { list })).data.map(({ key }) => key)).toEqual(
        list.map((one) => (one as { staUuid?: string }).staUuid),
      );
    expect(await stationCount()).toBe(before + 2);
  });

  it("change each in its own way; whoever changed one in between is told", async () => {
    const { data } = await person.call<Row[]>(station("addBatch"), {
      list: [newStation(), newStation(), newStation()],
    });
    const [one, two, three] = data.map(({ key }) => key!) as [string, string, string];
    const changed = await person.call<Row[]>(station("updateBatch"), {
      onError: "good",
      list: [
        { staUuid: one, staName: "改过的一", version: 1 },
        { staUuid: two, road: "改过的路", version: 9 },
        { staUuid: three, openDate: "2026-05-02", stopDate: "2026-05-01" },
        { staUuid: three, road: "第一次" },
        { staUuid: three, road: "第二次" },
        { staUuid: newKey(), road: "没有" },
      ],
    });
    expect(changed.data.map(({ key, errors }) => key ?? errors![0]!.message)).toEqual([
      one,
      expect.stringContaining("在您编辑期间保存过"),
      expect.stringContaining("日期"),
      three,
      three,
      "站点不存在或已删除",
    ]);
    const rows = await db()
      .selectFrom("station")
      .select(["staName", "road", "version"])
      .where("staUuid", "in", [one, two, three])
      .orderBy("staSelfCode")
      .execute();
    expect(rows.map(({ road, version }) => [road, version])).toEqual([
      [null, 2],
      [null, 1],
      ["第二次", 3],
    ]);
    expect(rows[0]!.staName).toBe("改过的一");
  });

  it("come back from the bin together, or one under another number", async () => {
    const { data } = await person.call<Row[]>(station("addBatch"), { list: [newStation(), newStation()] });
    const ids = data.map(({ key }) => key!);
    expect((await person.call(station("delete"), { ids })).success).toBe(true);
    const back = await person.call<{ staUuid: string }[]>(station("restore"), { ids });
    expect(back.data.map(({ staUuid }) => staUuid)).toEqual(ids);
    expect((await person.get(`/station/station-management/${ids[0]}`)).status).toBe(200);
    const taken = newStation();
    const { data: first } = await person.call<{ staUuid: string }>(station("add"), taken);
    await person.call(station("delete"), { staUuid: first.staUuid });
    await person.call(station("add"), { ...newStation(), staSelfCode: taken.staSelfCode });
    const asked = { staUuid: first.staUuid };
    expect((await person.call(station("restore"), asked)).errors?.[0]?.path).toBe("staSelfCode");
    expect(
      (await person.call<{ staSelfCode: string }[]>(station("restore"), { ...asked, staSelfCode: "PLHL1" })).data[0],
    ).toMatchObject({ staSelfCode: "PLHL1" });
  });
});

describe("buses in batches", () => {
  it("follow the same rules as one by one: models, organisations, lines and drivers that are there", async () => {
    const [model, org, own] = [
      await db()
        .selectFrom("busModel")
        .select("modelUuid")
        .where("modelNum", "=", fleetNames.busModels.electric)
        .executeTakeFirstOrThrow(),
      await db().selectFrom("organisation").select("orgId").where("orgName", "=", "一车队").executeTakeFirstOrThrow(),
      await db().selectFrom("organisation").select("orgId").where("orgName", "=", "三车队").executeTakeFirstOrThrow(),
    ];
    const clerk = await enter(
      await account({ permissions: ["bus.read", "bus.write"], dataScope: "own", orgId: org.orgId }),
    );
    const newBus = (nth: number, more: object = {}) => ({
      busSelfCode: `PB${nth}`,
      plateNum: `京AD9${String(nth).padStart(4, "0")}`,
      modelUuid: model.modelUuid,
      orgId: org.orgId,
      ...more,
    });
    const list = [
      newBus(1),
      newBus(2, { modelUuid: newKey() }),
      newBus(3, { orgId: own.orgId }),
      newBus(4, { fixedDriver: fleetNames.persons.first }),
      newBus(5, { fixedDriver: fleetNames.persons.dispatcher }),
      newBus(6, { productionDate: "2026-02-01", registerDate: "2026-01-01" }),
      newBus(7, { plateNum: newBus(1).plateNum }),
      newBus(8),
    ];
    const { data, message } = await clerk.call<Row[]>(bus("addBatch"), { list, onError: "good" });
    expect(
      data?.map(({ errors }) => errors?.[0]?.path),
      message,
    ).toEqual([undefined, "modelUuid", "orgId", undefined, "fixedDriver", "registerDate", "plateNum", undefined]);
    const one = await clerk.call<{ version: number; busState: number }>(bus("detail"), { busUuid: data[0]!.key });
    expect(one.data).toMatchObject({ version: 1, busState: 0 });
    const { data: keys } = await clerk.call<Record<string, string>>(bus("keysByCodes"), {
      codes: ["PB1", "PB2", "PB8"],
    });
    expect(Object.keys(keys)).toEqual(["PB1", "PB8"]);
    const stranger = await enter(await account({ permissions: ["bus.read"], dataScope: "own", orgId: own.orgId }));
    expect((await stranger.call(bus("keysByCodes"), { codes: ["PB1"] })).data).toEqual({});
  });
});

const batches = [...apiCalls.keys()].filter((path) => /\/addBatch$/.test(path));

it("every room with codes takes batches", () => expect(batches.length).toBeGreaterThan(15));

it.each(batches)(
  "%s judges an empty row as the single call does, and writes nothing for who may only read",
  async (path) => {
    const single = await person.call(path.replace(/Batch$/, ""), {});
    const several = await person.call<Row[]>(path, { list: [{}, {}], onError: "good" });
    const paths = single.errors?.map((one) => one.path).sort();
    for (const { errors } of several.data) expect(errors?.map((one) => one.path).sort()).toEqual(paths);
    expect(
      (await person.call<Row[]>(path.replace("addBatch", "validBatch"), { verb: "add", list: [{}] })).data[0],
    ).toMatchObject({ row: 1, errors: several.data[0]!.errors });
    const { permission } = apiCalls.get(path.replace("addBatch", "keysByCodes"))!;
    const reader = await visitorWith(permission);
    expect(await reader.call(path, { list: [{}] })).toMatchObject({ code: 400, reason: "forbidden" });
  },
);

it("refuses more than 500 rows, none, and what is no list", async () => {
  for (const list of [[], {}, Array.from({ length: 501 }, () => ({}))])
    expect((await person.call(station("addBatch"), { list })).errors).toEqual([
      { path: "list", message: "请给出 list：1 到 500 行" },
    ]);
});
