import { sql } from "kysely";
import { expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { spellingOf } from "~/kit/data/search/search-keys";
import { demoNames } from "~/seed/demo-city";
import { visitorWith } from "../../../tests/kit/accounts";
import { png } from "../../../tests/kit/picture";
import { describePicture } from "../../../tests/kit/pictured";
import { describeRoom } from "../../../tests/kit/room";
import { stationRoom } from "./room";

const { may } = stationRoom;
let made = 0;

describeRoom({
  path: "/station/station-management",
  may,
  valid: (nth) => ({
    staSelfCode: `T${String(nth).padStart(4, "0")}`,
    staName: `试验站${nth}`,
    nameEn: "Trial Stop",
    pronunciation: "shi4 yan4 zhan4 yi1",
    lng: "116.381",
    lat: "39.871",
    azimuth: "90",
    road: "人民路",
    roadSide: "北侧",
    district: "110108",
    address: "人民路 1 号",
    nearby: "菜市场",
    staKind: "3",
    state: "10",
    facilities: ["1", "4"],
    openDate: "2026-05-01",
    stopDate: "2099-05-01",
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "staSelfCode", value: "", message: "请输入站点编号" },
    { field: "staSelfCode", value: "1".repeat(21), message: "最多 20 个字" },
    { field: "staName", value: "", message: "请输入站点名称" },
    { field: "staName", value: "站".repeat(65), message: "最多 64 个字" },
    { field: "nameEn", value: "a".repeat(129), message: "最多 128 个字" },
    { field: "pronunciation", value: "重庆", message: "不是拼音" },
    { field: "pronunciation", value: "chong2 qinh4", message: "没有“qinh”这个音节" },
    { field: "pronunciation", value: "chong2 qing", message: "没有声调" },
    {
      field: "pronunciation",
      set: { staName: "重庆路", pronunciation: "chong2 qing4" },
      message: "3 个字，读音有 2 个音节",
    },
    { field: "lng", value: "", message: "请输入经度" },
    { field: "lng", value: "180.1", message: "-180 到 180" },
    { field: "lng", value: "北纬116度", message: "请输入经度" },
    { field: "lat", value: "-90.1", message: "-90 到 90" },
    { field: "azimuth", value: "360", message: "0 到 359" },
    { field: "azimuth", value: "1.5", message: "整数" },
    { field: "road", value: "路".repeat(65), message: "最多 64 个字" },
    { field: "district", value: "11010", message: "6 位数字" },
    { field: "address", value: "址".repeat(256), message: "最多 255 个字" },
    { field: "nearby", value: "边".repeat(256), message: "最多 255 个字" },
    { field: "stopDate", value: "2026-04-30", message: "不能早于启用日期" },
    { field: "remark", value: "注".repeat(256), message: "最多 255 个字" },
  ],
  showsAs: "staName",
  unique: { field: "staSelfCode", message: "站点编号已被使用" },
  texts: ["address", "nearby"],
  bulk: { field: "district", value: "110105" },
  table: { name: "station", key: "staUuid" },
  used: async () => {
    const found = await sql<{ key: string; by: string }>`
      select ls.sta_uuid as key, l.line_name as by from line_station ls join line_version v using (version_uuid) join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
      where l.deleted_at is null and c.deleted_at is null and v.deleted_at is null order by l.line_name limit 1`.execute(
      db(),
    );
    return found.rows[0]!;
  },
  api: { missing: "/api/sta/v1.0/update", key: "staUuid" },
});

describePicture({
  path: "/station/station-management",
  may,
  field: "image",
  valid: () => ({
    staSelfCode: `P${String(++made).padStart(4, "0")}`,
    staName: "照片站",
    lng: "116.381",
    lat: "39.871",
    remark: "备注",
  }),
  invalid: { field: "staName", value: "" },
  unowned: true,
  text: "remark",
});

it("answers the address of a station's photograph by call", async () => {
  const writer = await visitorWith(may.read, may.write);
  const valid = { staSelfCode: "PHOTO-1", staName: "照片站", lng: "116.381", lat: "39.871" };
  const files = { image: new File([new Uint8Array(png(64, 64))], "站.png", { type: "image/png" }) };
  const saved = await (await writer.get("/station/station-management/new")).submit(valid, { files });
  const staUuid = saved.location!.split("/").at(-1)!;
  const { data } = await writer.call<{ image: string }[]>("/api/sta/v1.0/list", { staSelfCode: "PHOTO-1" });
  expect(data.map(({ image }) => image.replace(/v=.*/, ""))).toEqual([`/station/station-management/${staUuid}/photo?`]);
});

it("takes a place in degrees, minutes and seconds, and shows it as degrees", async () => {
  const writer = await visitorWith(may.read, may.write);
  const typed = { staName: "度分秒", staSelfCode: "DMS-1", lng: "116°22′48″E", lat: "北纬39度52.2分" };
  const refused = await (await writer.get("/station/station-management/new")).submit({ ...typed, lat: "116°22′48″E" });
  expect([refused.status, refused.errorAt("lat"), refused.field("lng")]).toEqual([
    422,
    "请输入纬度，例如 39.87 或 39°52′12″N",
    typed.lng,
  ]);
  const empty = await writer.get("/station/station-management/new");
  const saved = await empty.submit(typed);
  expect([saved.status, empty.field("state")]).toEqual([303, "10"]);
  const form = await writer.get(`${saved.location!}/edit`);
  expect([form.field("lng"), form.field("lat")]).toEqual(["116.38", "39.87"]);
  const called = await writer.call("/api/sta/v1.0/add", {
    staName: "默认",
    staSelfCode: "DMS-2",
    lng: 116.38,
    lat: 39.87,
  });
  expect(called.data).toMatchObject({ state: 10 });
});

it("looks for a word in the name or in the number alone, as the dictionary of search fields offers", async () => {
  const writer = await visitorWith(may.read, may.write, "dictionary.read", "dictionary.write");
  for (const values of [
    { staName: "查字XK7站", staSelfCode: "ZD-1" },
    { staName: "另一站", staSelfCode: "XK7" },
  ])
    await writer.call("/api/sta/v1.0/add", { ...values, lng: 116.38, lat: 39.87 });
  const names = async (query: string) => {
    const { $ } = await writer.get(`/station/station-management?keyword=xk7${query}`);
    return $("tbody tr")
      .map((_, row) => $(row).find("td").eq(2).text())
      .get()
      .sort();
  };
  expect(await names("")).toEqual(["另一站", "查字XK7站"]);
  expect(await names("&searchKey=staName")).toEqual(["查字XK7站"]);
  expect(await names("&searchKey=staSelfCode")).toEqual(["另一站"]);
  const called = await writer.call<{ list: { staName: string }[] }>("/api/sta/v1.0/pageList", {
    pageNum: 1,
    keyword: "xk7",
    searchKey: "staSelfCode",
  });
  expect(called.data.list.map(({ staName }) => staName)).toEqual(["另一站"]);
  expect((await writer.call("/api/sta/v1.0/pageList", { searchKey: "lng" })).errors?.[0]?.path).toBe("searchKey");
  const offered = async () => {
    const { $ } = await writer.get("/station/station-management");
    return $("select[name=searchKey] option")
      .map((_, option) => $(option).text())
      .get();
  };
  expect(await offered()).toEqual(["全部", "站点名称", "站点编号"]);
  const [dictionary] = (
    await writer.call<{ dictId: string; dictItemList: { itemNum: string }[] }[]>("/api/code/sys/info/list", {
      codeNum: "staSearchKey",
    })
  ).data;
  const items = dictionary!.dictItemList.map((one) => ({ ...one, isValid: one.itemNum === "staName" }));
  const only = { dictId: dictionary!.dictId, dictItemList: items };
  expect(await writer.call("/api/code/sys/info/update", only)).toMatchObject({ success: true });
  expect(await offered()).toEqual(["全部", "站点名称"]);
  await writer.call("/api/code/sys/info/update", { ...only, dictItemList: dictionary!.dictItemList });
});

const someStation = () =>
  db()
    .selectFrom("station")
    .select(["lng", "lat", "staSelfCode"])
    .where("deletedAt", "is", null)
    .orderBy("lng", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

it("lists the nearest first around a point, and says so when half of the point is missing", async () => {
  const plaza = await someStation();
  const reader = await visitorWith(may.read);
  const near = await reader.get(`/station/station-management?lng=${plaza.lng}&lat=${plaza.lat}&radius=2000`);
  expect(near.text).toContain("距离（米）");
  const codes = [...near.html.matchAll(/<td><a href="[^"]*">([^<]+)<\/a>/g)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(1);
  expect(codes[0]).toBe(plaza.staSelfCode);
  const [east, north] = [plaza.lng, plaza.lat].map((degrees) => `${Math.floor(degrees)}°${(degrees % 1) * 60}′`);
  const typed = new URLSearchParams({ lng: `${east}E`, lat: `北纬${north}`, radius: "2000" });
  expect((await reader.get(`/station/station-management?${typed}`)).html).toContain(plaza.staSelfCode);
  const half = await reader.get("/station/station-management?lng=116.38");
  expect(half.text).toContain("请同时填写经度和纬度");
  expect(half.text).not.toContain("距离（米）");
});

it("lists what lies in a rectangle, and says so when a side is missing", async () => {
  const plaza = await someStation();
  const reader = await visitorWith(may.read);
  const box = {
    minLng: plaza.lng - 0.0001,
    minLat: plaza.lat - 0.0001,
    maxLng: plaza.lng + 0.0001,
    maxLat: plaza.lat + 0.0001,
  };
  const query = new URLSearchParams(Object.entries(box).map(([side, value]) => [side, String(value)]));
  const inside = await reader.get(`/station/station-management?${query}`);
  expect(inside.text).toContain(plaza.staSelfCode);
  expect(inside.text).toContain("共 1 条");
  query.delete("maxLat");
  expect((await reader.get(`/station/station-management?${query}`)).text).toContain("请填写矩形的四边");
});

it("moves a station that lines call at only after naming them", async () => {
  const person = await visitorWith(...Object.values(may));
  const { staUuid, lng } = await db()
    .selectFrom("station")
    .select(["staUuid", "lng"])
    .where("staSelfCode", "=", demoNames.plaza.codes[0])
    .executeTakeFirstOrThrow();
  const form = await person.get(`/station/station-management/${staUuid}/edit`);
  expect(form.text).toMatch(/我已知道：移动站点会影响 \d+ 条线路/);
  const refused = await form.submit({ lng: (lng + 0.001).toFixed(6) });
  expect([refused.status, refused.errorAt("acknowledged")]).toEqual([
    422,
    expect.stringMatching(/移动了 \d+ 米，影响 \d+ 条线路/),
  ]);
  expect(refused.$("form [role=alert] a").text()).not.toContain("我已知道");
  expect((await refused.submit({ acknowledged: "on" })).status).toBe(303);
});

it("renames a station, or has it said differently, only after naming the line files that say it", async () => {
  const person = await visitorWith(...Object.values(may), "line-file.read");
  const { rows } = await sql<{ staUuid: string; staName: string }>`
    select s.sta_uuid, s.sta_name from line_file_node n join line_file f using (file_uuid) join station s using (sta_uuid)
    where f.state = 1 and n.serial = 4 limit 1`.execute(db());
  const { staUuid, staName } = rows[0]!;
  const form = await person.get(`/station/station-management/${staUuid}/edit`);
  expect(form.$("main li:contains(线路文件) a[href^='/voice/file-management/']").text()).toMatch(/环1路 主分类 1\.0/);
  for (const [changes, words] of [
    [{ staName: `新${staName}` }, "站点名称有改动"],
    [{ nameEn: "New Name", pronunciation: "xin1 ".repeat(staName.length).trim() }, "英文名称、站名读音有改动"],
  ] as const) {
    const refused = await form.submit(changes);
    expect([refused.status, refused.errorAt("renamed")]).toEqual([
      422,
      expect.stringMatching(new RegExp(`^${words}，影响 \\d+ 个线路文件（.*环1路 主分类 1\\.0`)),
    ]);
    expect(refused.field(Object.keys(changes)[0]!)).toBe(Object.values(changes)[0]);
  }
  expect((await form.submit({ remark: "只改备注" })).status).toBe(303);
  const again = await person.get(`/station/station-management/${staUuid}/edit`);
  expect((await again.submit({ staName: `新${staName}`, renamed: "on" })).status).toBe(303);
  expect((await person.get("/voice/file-management?standing=outdated")).text).toMatch(/环1路/);
});

it("names the directions that call there as the operator does, and links what the reader may open", async () => {
  const { staUuid } = await db()
    .selectFrom("station")
    .select("staUuid")
    .where("staSelfCode", "=", demoNames.plaza.codes[0])
    .executeTakeFirstOrThrow();
  const [all, only] = [await visitorWith(may.read, "line.read"), await visitorWith(may.read)];
  const calls = async (by = all) => (await by.get(`/station/station-management/${staUuid}`)).$("main tr:contains(第)");
  const reverse = (paramValue: string) =>
    db().updateTable("parameter").set({ paramValue }).where("paramName", "=", "direction.reverse").execute();
  const names = async () => (await calls()).text().match(/上行|下行/g)!;
  const before = await names();
  await reverse("1");
  expect(await names()).toEqual(before.map((name) => (name === "上行" ? "下行" : "上行")));
  await reverse("0");
  expect([
    (await calls()).find("a[href^='/line/']").length > 0,
    (await calls(only)).length > 0,
    (await calls(only)).find("a").length,
  ]).toEqual([true, true, 0]);
});

it("finds stations by every reading, by the one that was corrected, and past signs and traditional characters", async () => {
  const writer = await visitorWith(may.read, may.write);
  for (const values of [
    { staSelfCode: "READ-1", staName: "莘庄" },
    { staSelfCode: "READ-2", staName: "曾厝垵" },
    { staSelfCode: "READ-3", staName: "啓德・東門（北）" },
  ])
    await writer.call("/api/sta/v1.0/add", { ...values, lng: 116.38, lat: 39.87 });
  const found = async (term: string) => {
    const { $ } = await writer.get(`/station/station-management?keyword=${encodeURIComponent(term)}`);
    return $("tbody").text();
  };
  for (const term of ["xinzhuang", "xz"]) expect(await found(term)).toContain("READ-1");
  for (const term of ["启德东门北", "启德·东门", "東門(北)"]) expect(await found(term)).toContain("READ-3");
  const called = await writer.call<{ list: { staUuid: string; pinyin: string }[] }>("/api/sta/v1.0/pageList", {
    pageNum: 1,
    keyword: "READ-2",
  });
  const [{ staUuid, pinyin }] = called.data.list as [{ staUuid: string; pinyin: string }];
  expect(pinyin).toBe(spellingOf("曾厝垵").pinyin);
  const record = await writer.get(`/station/station-management/${staUuid}/edit`);
  await record.submit({ pronunciation: "zeng1 cu4 an3" });
  expect(await found("zengcuan")).toContain("READ-2");
  await (await writer.get(`/station/station-management/${staUuid}/edit`)).submit({ pronunciation: "" });
  expect(await found("zengcuan")).not.toContain("READ-2");
});
