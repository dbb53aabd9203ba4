import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { demoNames } from "~/seed/demo-city";
import { fleetNames } from "~/seed/demo-fleet";
import { account, enter, visitorWith } from "../kit/accounts";
import type { Visitor } from "../kit/visit";
import { orgNamed } from "../kit/organisations";
import { day } from "../kit/days";

let person: Visitor;
beforeAll(async () => {
  person = await enter(await account({ isSuper: true }));
});

const keyOf = async (path: string, code: string) =>
  (await person.call<Record<string, string>>(`${path}/keysByCodes`, { codes: [code] })).data[code]!;

it("posts are listed, and added, changed, deleted and brought back like any records", async () => {
  const call = <T>(name: string, body: object) => person.call<T>(`/api/post/v1.0/${name}`, body);
  const { data: known } = await call<{ postUuid: string; postName: string }[]>("list", {});
  expect(known.map(({ postName }) => postName)).toContain(fleetNames.posts.driver);
  const reader = await visitorWith("post.read");
  expect((await reader.call<unknown[]>("/api/post/v1.0/list", {})).data).toHaveLength(known.length);
  const { data: added } = await call<{ postUuid: string; version: number }>("add", {
    postCode: "JK1",
    postName: "接口岗位",
    postType: 6,
  });
  expect(
    (await call<{ postName: string }>("update", { postUuid: added.postUuid, postName: "改名岗位" })).data.postName,
  ).toBe("改名岗位");
  expect((await call("validPostCode", { postCode: "JK1" })).data).toBe(false);
  expect((await call("delete", { postUuid: added.postUuid })).success).toBe(true);
  expect((await call<{ postName: string }[]>("restore", { postUuid: added.postUuid })).data[0]!.postName).toBe(
    "改名岗位",
  );
  expect((await call("add", { postCode: "JK2", postName: "坏岗位", postType: 9 })).errors?.[0]?.path).toBe("postType");
  expect(
    (await call("delete", { ids: [known.find(({ postName }) => postName === fleetNames.posts.driver)!.postUuid] }))
      .reason,
  ).toBe("used");
});

it("update logs are listed and written", async () => {
  const { data } = await person.call<{ logId: string }>("/api/updateLog/v1.0/add", {
    logVersion: "9.9",
    logDate: "2026-11-20",
    title: "接口发布",
    body: "内容",
  });
  const { data: found } = await person.call<{ list: { title: string }[] }>("/api/updateLog/v1.0/pageList", {
    pageNum: 1,
    pageSize: 10,
    keyword: "接口发布",
  });
  expect(found.list.map(({ title }) => title)).toEqual(["接口发布"]);
  expect((await person.get(`/update-log/update-log-management/${data.logId}`)).text).toContain("接口发布");
  expect((await person.call("/api/updateLog/v1.0/add", { logVersion: "9.9" })).errors?.map(({ path }) => path)).toEqual(
    ["logDate", "title", "body"],
  );
});

it("waiting areas are added, listed page by page, deleted and brought back", async () => {
  const call = <T>(name: string, body: object) => person.call<T>(`/api/fence/v1.0/waitingArea/${name}`, body);
  const fenceUuid = await keyOf("/api/electricFence/v1.0", fleetNames.fences.depot);
  const { data: added, message } = await call<{ waitUuid: string; version: number }>("add", {
    fenceUuid,
    waitName: "接口待车",
    capacity: 3,
  });
  expect(added, message).toMatchObject({ version: 1, capacity: 3, coords: null });
  expect((await call("add", { fenceUuid, waitName: "接口待车" })).errors?.[0]?.path).toBe("waitName");
  const page = await call<{ total: number; list: { waitName: string }[] }>("pageList", {
    pageNum: 1,
    pageSize: 5,
    keyword: "接口待车",
  });
  expect([page.data.total, page.data.list[0]!.waitName]).toEqual([1, "接口待车"]);
  expect((await call("delete", { waitUuid: added.waitUuid })).success).toBe(true);
  expect((await call<unknown[]>("list", { keyword: "接口待车" })).data).toEqual([]);
  expect((await call<{ waitUuid: string }[]>("restore", { waitUuid: added.waitUuid })).data[0]!.waitUuid).toBe(
    added.waitUuid,
  );
});

it("organisations and dictionaries answer the plain calls of every module", async () => {
  const reader = await visitorWith("organisation.read", "dictionary.read");
  const page = <Row>(path: string, body: object) =>
    reader.call<{ total: number; list: Row[] }>(path, { pageNum: 1, pageSize: 2, ...body });
  const found = await page<{ orgName: string; orgId: string }>("/api/org/v1.0/pageList", { keyword: "车队" });
  expect([found.data.list.length, found.data.total > 2], found.message).toEqual([2, true]);
  const all = await reader.call<{ orgName: string }[]>("/api/org/v1.0/list", { keyword: "一车队" });
  expect(all.data.map(({ orgName }) => orgName)).toEqual(["一车队"]);
  const fleets = await enter(
    await account({ permissions: ["organisation.read"], dataScope: "own", orgId: found.data.list[0]!.orgId }),
  );
  expect((await fleets.call<unknown[]>("/api/org/v1.0/list", {})).data).toHaveLength(1);
  const kinds = await page<{ codeNum: string; dictId: string }>("/api/code/sys/info/pageList", { keyword: "staKind" });
  expect(kinds.data.list.map(({ codeNum }) => codeNum)).toEqual(["staKind"]);
  const { dictId } = kinds.data.list[0]!;
  const detail = await reader.call<{ dictItemList: object[] }>("/api/code/sys/info/detail", { dictId });
  expect(detail.data.dictItemList.length).toBeGreaterThan(1);
  const stranger = await visitorWith("station.read");
  expect((await stranger.call("/api/org/v1.0/pageList", { pageNum: 1 })).reason).toBe("forbidden");
});

it("the tree of lines has the organisations in their order", async () => {
  const add = async (orgName: string, sort: number, orgPid?: string) =>
    (
      await person.call<{ orgId: string }>("/api/org/v1.0/add", {
        orgName,
        orgCode: `S-${sort}`,
        orgType: 3,
        orgPid,
        sort,
      })
    ).data.orgId;
  const above = await add("排序公司", 4000);
  for (const [name, sort] of [
    ["甲三", 30],
    ["乙一", 10],
    ["丙二", 20],
  ] as const)
    await add(name, sort, above);
  const { data } = await person.call<{ pId: string | null; name: string }[]>("/api/common/v1.0/lineTree", {});
  expect(data.filter(({ pId }) => pId === above).map(({ name }) => name)).toEqual(["乙一", "丙二", "甲三"]);
});

it("a bus tells what held of it over time, and a device to whom it was bound", async () => {
  const busUuid = await keyOf("/api/bus/v1.0", fleetNames.buses.first);
  const { data: groups } = await person.call<
    { title: string; lanes: { title: string; spans: { label: string; from: string; to: string | null }[] }[] }[]
  >("/api/bus/v1.0/timeline", { busUuid });
  expect(groups.map(({ title }) => title)).toEqual(["归属", "状态", "线路", "设备"]);
  expect(groups[0]!.lanes[0]!.spans[0]).toMatchObject({
    label: "一车队",
    from: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
    to: null,
  });
  const devUuid = await keyOf("/api/dev/v1.0", fleetNames.devices.ofFirstBus);
  const { data: bound } = await person.call<{ bindUuid: string; name: string }[]>("/api/dev/v1.0/bindingHistory", {
    devUuid,
  });
  expect(bound[0]).toMatchObject({ bindType: "bus", bindUuid: busUuid, name: fleetNames.buses.first, endTime: null });
  const other = await orgNamed("三车队");
  const stranger = await enter(
    await account({ permissions: ["bus.read", "bus-monitor.read"], dataScope: "own", orgId: other }),
  );
  expect((await stranger.call("/api/bus/v1.0/timeline", { busUuid })).reason).toBe("missing");
  await db()
    .insertInto("busPosition")
    .values({ busUuid, devUuid, lng: 116.4, lat: 39.9, speed: 30, azimuth: 90, reportedAt: new Date() } as never)
    .onConflict((clash) => clash.column("busUuid").doUpdateSet({ lng: 116.4, lat: 39.9 }))
    .execute();
  const positions = async (who: Visitor, body: object) =>
    (await who.call<{ busUuid: string; position: { lng: number } }[]>("/api/bus/v1.0/positions", body)).data;
  expect(await positions(person, { busUuids: [busUuid] })).toMatchObject([
    { busUuid, position: { lng: 116.4, lat: 39.9 } },
  ]);
  expect(
    await positions(person, { minLng: 116.39, minLat: 39.89, maxLng: 116.41, maxLat: 39.91, busUuids: [busUuid] }),
  ).toHaveLength(1);
  expect(await positions(person, { minLng: 10, minLat: 39.89, maxLng: 11, maxLat: 39.91 })).toEqual([]);
  expect(await positions(stranger, { busUuids: [busUuid] })).toEqual([]);
  expect((await person.call("/api/bus/v1.0/positions", { minLng: 10 })).errors?.[0]).toMatchObject({ path: "minLat" });
});

describe("a draft of a line", () => {
  interface Version {
    versionUuid: string;
    version: number;
    standing: string;
    plannedFor: string | null;
    validFrom: string | null;
    validTo: string | null;
    submitted: boolean;
    returnedReason: string | null;
  }
  const call = <T = Version[]>(name: string, body: object, who = person) => who.call<T>(`/api/line/v1.0/${name}`, body);
  let lineUuid: string;
  const draft = async (ahead: number) => {
    const made = await call<{ versionUuid: string }>("classifyPreAdd", { lineUuid, effectiveTime: day(ahead) });
    return { lineUuid, versionUuid: made.data.versionUuid };
  };
  const standing = ({ data }: { data: Version[] }, { versionUuid }: { versionUuid: string }) =>
    data.find((one) => one.versionUuid === versionUuid);

  beforeAll(async () => {
    lineUuid = await keyOf("/api/line/v1.0", demoNames.lines.busLane);
  });

  it("is handed in, given back with the reason, handed in again and approved", async () => {
    const key = await draft(60);
    expect(standing(await call("classifySubmit", key), key)).toMatchObject({ submitted: true, standing: "draft" });
    expect((await call("classifyApprove", { ...key, approve: false })).errors).toEqual([
      { path: "reason", message: "请说明要改什么" },
    ]);
    expect(standing(await call("classifyApprove", { ...key, approve: false, reason: "站序不对" }), key)).toMatchObject({
      submitted: false,
      returnedReason: "站序不对",
    });
    await call("classifySubmit", key);
    expect(standing(await call("classifyApprove", { ...key, approve: true, validFrom: day(60) }), key)).toMatchObject({
      standing: "planned",
      validFrom: day(60),
    });
  });

  it("is put in force itself, withdrawn and discarded", async () => {
    const key = await draft(70);
    const published = await call("classifyPublish", { ...key, validFrom: day(70) });
    expect(standing(published, key), published.message).toMatchObject({ standing: "planned", validFrom: day(70) });
    expect(standing(await call("classifyWithdraw", key), key)).toMatchObject({
      standing: "draft",
      plannedFor: day(70),
    });
    const { data } = await call("classifyVersions", { lineUuid });
    const { version } = data.find((one) => one.versionUuid === key.versionUuid)!;
    expect((await call("classifyDiscard", { ...key, version: version - 1 })).reason).toBe("stale");
    expect(standing(await call("classifyDiscard", { ...key, version }), key)).toBeUndefined();
    const writer = await visitorWith("line.read", "line.write");
    expect((await call("classifyPublish", { ...key, validFrom: day(70) }, writer)).reason).toBe("forbidden");
    expect((await call("classifyPublish", { validFrom: day(70) })).errors?.[0]?.path).toBe("classifySid");
  });

  it("is planned for another day or none, and what it becomes is ended on a day", async () => {
    const key = await draft(80);
    expect(standing(await call("classifyPlan", { ...key, plannedFor: day(85) }), key)?.plannedFor).toBe(day(85));
    expect(standing(await call("classifyPlan", { ...key, plannedFor: null }), key)?.plannedFor).toBeNull();
    expect((await call("classifyPlan", { ...key, plannedFor: day(-1) })).errors?.[0]?.path).toBe("plannedFor");
    expect((await call("classifyPlan", { ...key, plannedFor: "明天" })).errors?.[0]?.path).toBe("plannedFor");
    await call("classifyPublish", { ...key, validFrom: day(85) });
    expect((await call("classifyEnd", { ...key, day: day(90) })).errors?.[0]?.path).toBe("reason");
    const reason = "道路封闭";
    const ended = await call("classifyEnd", { ...key, day: day(90), reason });
    expect(standing(ended, key), ended.message).toMatchObject({ standing: "planned", validTo: day(90) });
    const running = await call("classifyEnd", { lineUuid, day: day(40), reason });
    expect(running.data.find((one) => one.standing === "effective")?.validTo, running.message).toBe(day(40));
    const writer = await visitorWith("line.read", "line.write");
    expect((await call("classifyEnd", { ...key, day: day(88), reason }, writer)).reason).toBe("forbidden");
    const reader = await visitorWith("line.read");
    expect((await call("classifyPlan", { ...key, plannedFor: null }, reader)).reason).toBe("forbidden");
  });

  it("takes standby stations, which are kept, changed, put in and taken out by calls", async () => {
    interface Standby {
      standbyUuid: string;
      staUuid: string;
      staName: string;
      replacesUuid: string | null;
      remark: string | null;
    }
    const called = await call<{ staUuid: string }[]>("staListByLineUuid", { lineUuid, direction: 1 });
    const own = new Set(called.data.map(({ staUuid }) => staUuid));
    const { data: stations } = await person.call<{ staUuid: string }[]>("/api/sta/v1.0/list", {});
    const [staUuid, other] = stations.flatMap((one) => (own.has(one.staUuid) ? [] : one.staUuid));
    const replacesUuid = called.data[2]!.staUuid;
    const body = { lineUuid, direction: 1, staUuid, replacesUuid, remark: "封路时用" };
    const { data: added } = await call<Standby>("standbyAdd", body);
    expect(added).toMatchObject({ staUuid, replacesUuid, remark: "封路时用" });
    const key = { lineUuid, standbyUuid: added.standbyUuid };
    expect((await call<Standby>("standbyUpdate", { ...key, remark: "改过" })).data.remark).toBe("改过");
    expect((await call("standbyAdd", { ...body, staUuid: replacesUuid })).errors?.[0]?.path).toBe("replacesUuid");
    const listed = await call<Standby[]>("standbyList", { lineUuid, direction: 1 });
    expect(listed.data.map((one) => one.standbyUuid)).toContain(added.standbyUuid);
    expect((await person.get(`/line/line-management/${lineUuid}/standby?direction=1`)).text).toContain("改过");
    const swap = { ...key, place: "replace", replacesUuid, keep: true };
    const swapped = await call<{ standing: string; directions: { direction: number; stationList: object[] }[] }>(
      "standbySwap",
      swap,
    );
    expect(swapped.data.standing, swapped.message).toBe("draft");
    expect(swapped.data.directions.find((one) => one.direction === 1)!.stationList[2]).toMatchObject({ staUuid });
    const kept = (await call<Standby[]>("standbyList", { lineUuid })).data.find((one) => one.staUuid === replacesUuid)!;
    expect((await call("standbySwap", { ...key, place: "insert", at: 2 })).reason).toBe("missing");
    expect((await call("standbyDelete", { lineUuid, standbyUuid: kept.standbyUuid })).success).toBe(true);
    const reader = await visitorWith("line.read");
    const writes = ["standbyAdd", "standbyUpdate", "standbyDelete", "standbySwap"];
    for (const name of writes)
      expect([name, (await call(name, { ...body, ...key }, reader)).reason]).toEqual([name, "forbidden"]);
    expect((await call("standbyAdd", { ...body, direction: 3, staUuid: other })).errors?.[0]?.path).toBe("direction");
    await call("classifyDiscard", { lineUuid });
  });
});

it("where a point is is told to those who may read stations", async () => {
  const place = { lng: 116.4, lat: 39.9 };
  expect((await (await visitorWith()).call("/api/common/v1.0/getLocation", place)).reason).toBe("forbidden");
  expect((await (await visitorWith("station.read")).call("/api/common/v1.0/getLocation", place)).success).toBe(true);
});

it("the network of a day leaves as a GTFS archive, the same as from its page", async () => {
  const path = "/api/line/gtfs/v1.0/export";
  const ask = async (body: object, who = person) => {
    const headers = { authorization: who.token!, "content-type": "application/json" };
    return who.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  };
  const asOf = today();
  const [called, paged] = [
    await ask({ asOf }),
    await person.send(`/line/line-import/gtfs-export/download?asOf=${asOf}&speed=20`),
  ];
  expect([called, paged].map(({ status, headers }) => [status, headers.get("content-type")])).toEqual([
    [200, "application/octet-stream"],
    [200, "application/zip"],
  ]);
  expect(called.headers.get("content-disposition")).toContain(encodeURIComponent(`线网_GTFS_${asOf}.zip`));
  const [bytes, same] = [Buffer.from(await called.arrayBuffer()), Buffer.from(await paged.arrayBuffer())];
  expect([bytes.subarray(0, 2).toString(), bytes.equals(same), bytes.length > 10_000]).toEqual(["PK", true, true]);
  expect(await (await ask({ asOf: "明天" })).json()).toMatchObject({ code: 400, errors: [{ path: "asOf" }] });
  expect(await (await ask({ asOf, speed: 500 })).json()).toMatchObject({ code: 400, errors: [{ path: "speed" }] });
  const nobody = await visitorWith("station.read");
  expect(await (await ask({ asOf }, nobody)).json()).toMatchObject({ code: 400, reason: "forbidden" });
});

it("a line's page and its check say what an orange stretch of their map means, and only where there is one", async () => {
  const lineUuid = await keyOf("/api/line/v1.0", demoNames.lines.first);
  const { rows } = await sql<{
    versionUuid: string;
  }>`select version_uuid from line_version v join line_classify c using (classify_sid)
    where c.main_uuid = ${lineUuid} and c.sort_type = 1 and v.deleted_at is null and v.valid @> ${today()}::date`.execute(
    db(),
  );
  const page = () => person.get(`/line/line-management/${lineUuid}`);
  const check = () => person.get(`/line/line-tools/checks/${rows[0]!.versionUuid}-1`);
  const orange = "橙色：匹配把握不大的路段";
  await sql`update line_path p set gaps = (select json_agg(gap || '{"confidence": 1, "broken": false}') from jsonb_array_elements(p.gaps) gap)
    from line_version v join line_classify c using (classify_sid)
    where v.version_uuid = p.version_uuid and c.main_uuid = ${lineUuid}`.execute(db());
  for (const shown of [await page(), await check()]) expect(shown.text).not.toContain(orange);
  await sql`update line_path p set gaps = jsonb_set(p.gaps, '{1,confidence}', '0.3')
    from line_version v join line_classify c using (classify_sid)
    where v.version_uuid = p.version_uuid and c.main_uuid = ${lineUuid}`.execute(db());
  for (const shown of [await page(), await check()]) {
    expect(shown.text).toContain(orange);
    expect(shown.$("main svg path[stroke='#c77700']").length).toBe(1);
  }
});

it("a version by its key is refused where it would change nothing", async () => {
  const { data } = await person.call<{ lineUuid: string }[]>("/api/line/v1.0/list", { keyword: demoNames.lines.first });
  const asked = { lineUuid: data[0]!.lineUuid, versionUuid: "0".repeat(32) };
  for (const name of ["getOriginLineClassifyStationAndMap", "classifyVersions"]) {
    const answer = await person.call(`/api/line/v1.0/${name}`, asked);
    expect([name, answer.code, answer.reason, JSON.stringify(answer.errors)]).toEqual([
      name,
      400,
      "field",
      expect.stringContaining("versionUuid"),
    ]);
  }
});
