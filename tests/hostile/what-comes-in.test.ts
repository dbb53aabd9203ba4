import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../kit/accounts";
import { startBuiltJobs } from "../kit/jobs";
import type { Values } from "../kit/page";
import type { Envelope, Visitor } from "../kit/visit";

vi.hoisted(() => (process.env.SERVICE_AREA = "116,39.5,117,40.3"));

interface Station {
  staUuid: string;
  staName: string;
  staSelfCode: string;
  lng: number;
  lat: number;
  version: number;
}

let person: Visitor;
let made = 0;
const code = () => `IN${String(++made).padStart(4, "0")}`;
const here = { lng: 116.38, lat: 39.87 };
const add = (more: object) =>
  person.call<Station>("/api/sta/v1.0/add", { staSelfCode: code(), staName: "进站", ...here, ...more });
const refusal = ({ code: number, errors = [] }: Envelope): [number, Record<string, string>] => [
  number,
  Object.fromEntries(errors.map(({ path, message }) => [path, message])),
];

beforeAll(async () => {
  person = await visitorWith(
    ...["station", "line", "bus", "bus-model", "person", "post", "depot", "organisation", "fence"].flatMap((room) =>
      ["read", "write"].map((verb) => `${room}.${verb}`),
    ),
    "device.read",
    "device.write",
    "device.bind",
    "app.read",
    "app.write",
    "parameter.read",
    "parameter.write",
    "dictionary.read",
    "dictionary.write",
    "sheet.read",
    "sheet.write",
  );
});

describe("the bytes of a call", () => {
  const gbk = Buffer.concat([
    Buffer.from('{"staSelfCode":"GBK1","lng":116.38,"lat":39.87,"staName":"'),
    Buffer.from([0xc8, 0xcb, 0xc3, 0xf1, 0xb9, 0xe3, 0xb3, 0xa1]),
    Buffer.from('"}'),
  ]);
  const sent = async (contentType: string) => {
    const headers = { "content-type": contentType, authorization: person.token! };
    const answer = await person.send("/api/sta/v1.0/add", { method: "POST", headers, body: gbk });
    return (await answer.json()) as Envelope<Station>;
  };

  it("are read as the charset that is declared, and refused where they are not what it says", async () => {
    const [plain, declared, unknown] = [
      await sent("application/json"),
      await sent("application/json; charset=GB18030"),
      await sent("application/json; charset=ebcdic"),
    ];
    expect([plain.code, plain.reason, plain.message]).toEqual([400, "field", expect.stringContaining("UTF-8")]);
    expect([declared.code, declared.data.staName]).toEqual([200, "人民广场"]);
    expect([unknown.code, unknown.message]).toEqual([400, expect.stringContaining("ebcdic")]);
  });

  it("are at most 4 MB, and not read on where they come in pieces that say no length", async () => {
    const headers = { "content-type": "application/json", authorization: person.token! };
    let pieces = 0;
    const body = new ReadableStream({
      pull: (sink) => (++pieces > 80 ? sink.close() : sink.enqueue(Buffer.alloc(100_000, " "))),
    });
    const answer = await person.send("/api/sta/v1.0/add", { method: "POST", headers, body });
    expect(((await answer.json()) as Envelope).message).toContain("超过 4 MB");
    expect(pieces).toBeLessThan(50);
  });
});

describe("names", () => {
  it.each(["甲\n乙", "甲\t乙", "甲\u200b乙", "\u202e甲乙", "甲\u2028乙", "甲\ufeff乙", "甲\u0007乙", "甲\ufffd乙"])(
    "with what cannot be seen are refused: %j",
    async (staName) => {
      expect(refusal(await add({ staName }))).toEqual([400, { staName: expect.stringMatching(/不可见|乱码/) }]);
    },
  );

  it("and codes lose their full width, and remarks keep their lines", async () => {
    const staSelfCode = `Ａ${code()}`;
    const { data } = await add({ staSelfCode, staName: "　１号口（东）Ａ座　", remark: "两\n行" });
    expect(data).toMatchObject({
      staName: "1号口（东）A座",
      staSelfCode: `A${staSelfCode.slice(1)}`,
      remark: "两\n行",
    });
  });

  it("of lines are the same in either width, and codes in either case", async () => {
    const { orgId } = await db().selectFrom("organisation").select("orgId").executeTakeFirstOrThrow();
    const line = (lineName: string, more = {}) =>
      person.call("/api/line/v1.0/add", { lineName, lineType: 1, orgId, ...more });
    expect((await line("试９（快）路")).code).toBe(200);
    const again = await line("试９(快)路", { lineId: "ab-9" });
    expect(refusal(again)).toEqual([400, { lineName: "线路名称已被使用" }]);
    expect((await person.call("/api/line/v1.0/validLineName", { lineName: "试9(快)路" })).data).toBe(false);
    await add({ staSelfCode: "Case-1" });
    expect(refusal(await add({ staSelfCode: "cASE-1" }))).toEqual([400, { staSelfCode: "站点编号已被使用" }]);
    expect((await person.call("/api/sta/v1.0/validStationNum", { staSelfCode: "CASE-1" })).data).toBe(false);
  });

  it("that a spreadsheet has turned into a number are no codes", async () => {
    expect(refusal(await add({ staSelfCode: "1.23E+15" }))).toEqual([400, { staSelfCode: expect.any(String) }]);
  });
});

describe("a call", () => {
  it("refuses the fields that it does not know by name, and takes its own answer back", async () => {
    const { data } = await add({});
    const update = (more: object) => person.call<Station>("/api/sta/v1.0/update", { staUuid: data.staUuid, ...more });
    expect(refusal(await update({ nosuchfield: 1, staNam: "错" }))).toEqual([
      400,
      { nosuchfield: expect.stringContaining("nosuchfield"), staNam: expect.stringContaining("staNam") },
    ]);
    expect(refusal(await person.call("/api/sta/v1.0/pageList", { pageNum: 1, paramName: "x" }))).toEqual([
      400,
      { paramName: expect.any(String) },
    ]);
    expect((await update({ ...data, staName: "改回" })).data.staName).toBe("改回");
  });

  it("answers the same add twice once, and refuses the key with other contents", async () => {
    const staUuid = (await person.call<string>("/api/common/v1.0/generatePrimarykey", undefined, "GET")).data;
    const body = { staUuid, staSelfCode: code(), staName: "同", remark: "", ...here };
    const first = await person.call<Station>("/api/sta/v1.0/add", body);
    expect([first.code, first.data?.staUuid]).toEqual([200, staUuid]);
    await person.call("/api/sta/v1.0/update", { staUuid, staName: "后来" });
    expect((await person.call<Station>("/api/sta/v1.0/add", body)).data).toMatchObject({ staUuid, staName: "后来" });
    const other = await person.call("/api/sta/v1.0/add", { ...body, staName: "别" });
    expect(refusal(other)).toEqual([400, { staUuid: expect.stringContaining("换一个主键") }]);
  });

  it("tells two codes that are taken at once, and one thing of each field", async () => {
    const [bus] = await db()
      .selectFrom("bus")
      .select(["busSelfCode", "plateNum", "modelUuid", "orgId"])
      .where("deletedAt", "is", null)
      .limit(1)
      .execute();
    expect(refusal(await person.call("/api/bus/v1.0/add", bus))).toEqual([
      400,
      { busSelfCode: "自编号已被使用", plateNum: "车牌号已被使用" },
    ]);
    for (const body of [
      { busUuid: "0".repeat(32), registerDate: "1700年" },
      { busUuid: "0".repeat(32), plateNum: "" },
    ]) {
      const { errors = [] } = await person.call("/api/bus/v1.0/update", body);
      expect([errors.length, errors[0]?.message]).toEqual([1, expect.stringMatching(/./)]);
    }
    const { errors = [] } = await person.call("/api/bus/v1.0/validBus", { plateNum: "" });
    expect([errors.length, errors[0]?.message]).toEqual([1, expect.stringMatching(/./)]);
    const app = await db().selectFrom("app").select(["appCode", "englishShortName"]).executeTakeFirstOrThrow();
    const again = await person.call("/api/app/v1.0/add", { ...app, appName: "又一个" });
    expect(refusal(again)[1]).toEqual({ appCode: expect.any(String), englishShortName: expect.any(String) });
  });

  it("takes a fleet for an organisation of no type, and empty text for nothing given", async () => {
    const added = await person.call<{ orgId: string; orgType: number }>("/api/org/v1.0/add", {
      orgName: "无类型",
      orgCode: code(),
      phone: "01012345678",
    });
    expect(added.data?.orgType, added.message).toBe(3);
    const { orgId } = added.data;
    expect((await person.call("/api/org/v1.0/update", { orgId, phone: "" })).success).toBe(true);
    expect((await person.call("/api/org/v1.0/detail", { orgId })).data).toMatchObject({ phone: null });
  });

  it("binds no scrapped device", async () => {
    const [{ devUuid, devState }, { busUuid: bindUuid }] = await Promise.all([
      db()
        .selectFrom("device")
        .select(["devUuid", "devState"])
        .where("bindUuid", "is", null)
        .where("deletedAt", "is", null)
        .executeTakeFirstOrThrow(),
      db().selectFrom("bus").select("busUuid").where("deletedAt", "is", null).executeTakeFirstOrThrow(),
    ]);
    await db().updateTable("device").set({ devState: 4 }).where("devUuid", "=", devUuid).execute();
    expect(refusal(await person.call("/api/dev/v1.0/update", { devUuid, bindType: "bus", bindUuid }))).toEqual([
      400,
      { bindUuid: expect.stringContaining("已报废") },
    ]);
    await db().updateTable("device").set({ devState }).where("devUuid", "=", devUuid).execute();
  });

  it("says what is wrong wherever it refuses", async () => {
    const keys = await Promise.all([
      db().selectFrom("busModel").select("modelUuid").where("deletedAt", "is", null).executeTakeFirstOrThrow(),
      db().selectFrom("person").select("personUuid").where("deletedAt", "is", null).executeTakeFirstOrThrow(),
      db().selectFrom("device").select("devUuid").where("deletedAt", "is", null).executeTakeFirstOrThrow(),
    ]);
    for (const [call, body] of [
      ["bus/model/v1.0", { ...keys[0], seats: 150, approved: 80 }],
      ["person/v1.0", { ...keys[1], entryDate: "2024-01-01", leaveDate: "2000-01-01" }],
      ["dev/v1.0", { ...keys[2], installDate: "2026-05-01", expireDate: "2000-01-01" }],
    ] as const) {
      const { reason, message, errors = [] } = await person.call(`/api/${call}/update`, body);
      expect([reason, message, errors.map((one) => one.message)]).toEqual(["field", errors[0]?.message, [message]]);
      expect(message).toMatch(/\S/);
    }
  });

  it("takes an empty filter for none, and half a place of no list", async () => {
    const all = (await person.call<unknown[]>("/api/line/v1.0/list")).data.length;
    const empty = { keyword: null, orgId: "", state: null, lineName: "" };
    expect((await person.call<unknown[]>("/api/line/v1.0/list", empty)).data).toHaveLength(all);
    expect(refusal(await person.call("/api/fence/v1.0/list", { lng: 116.4 }))).toEqual([
      400,
      { lat: expect.any(String) },
    ]);
    expect(refusal(await person.call("/api/sta/v1.0/update", { staUuid: "0".repeat(32), state: null }))).toEqual([
      400,
      { state: expect.any(String) },
    ]);
    expect(refusal(await person.call("/api/common/v1.0/getLocation", { lng: null, lat: null }))).toEqual([
      400,
      { lng: expect.any(String), lat: expect.any(String) },
    ]);
  });

  it.each([false, true, [20], {}, "0x0a", "10 ", 10.5, " "])(
    "takes %j for no numbered choice, of a record and of a filter, and leaves the record as it was",
    async (state) => {
      const { data } = await add({});
      const at = [400, { state: "请从列表中选择" }];
      expect(refusal(await add({ state }))).toEqual(at);
      expect(refusal(await person.call("/api/sta/v1.0/update", { staUuid: data.staUuid, state }))).toEqual(at);
      const kept = await person.call<{ state: number }>("/api/sta/v1.0/detail", { staUuid: data.staUuid });
      expect(kept.data.state).toBe(10);
      if (state !== "10 ") expect(refusal(await person.call("/api/sta/v1.0/pageList", { state }))).toEqual(at);
    },
  );

  it.each([true, [2], "0x2", {}, 5])("takes %j for no shape of a fence, and for no page of a list", async (sent) => {
    const fence = { fenceName: "形状", fenceCode: code(), lng: 116.38, lat: 39.87, radius: 100, shape: sent };
    const { shape } = refusal(await person.call("/api/fence/v1.0/add", fence))[1];
    expect(shape).toBe("请从列表中选择");
    const page = await person.call<{ pageNum: number }>("/api/sta/v1.0/pageList", { pageNum: sent, pageSize: "1" });
    if (sent === 5) expect(page.data.pageNum).toBe(5);
    else expect(refusal(page)).toEqual([400, { pageNum: "页码应为整数" }]);
  });

  it("has one form of yes and no in filters and records", async () => {
    for (const [filter, all] of [
      [true, true],
      [false, false],
      ["1", true],
    ] as const) {
      const { data } = await person.call<{ isValid: boolean }[]>("/api/person/v1.0/list", { isValid: filter });
      expect([...new Set(data.map(({ isValid }) => isValid)), all].every((one) => one === all)).toBe(true);
    }
    expect((await person.call("/api/person/v1.0/list", { isValid: "vielleicht" })).reason).toBe("field");
    const lines = await person.call<{ hasDraft: boolean }[]>("/api/line/v1.0/list", { hasDraft: false });
    expect(lines.data.some(({ hasDraft }) => hasDraft)).toBe(false);
  });

  it("keeps phones plain, however they are typed", async () => {
    const { personUuid } = await db().selectFrom("person").select("personUuid").executeTakeFirstOrThrow();
    for (const typed of [
      "138 1234 5678",
      "138-1234-5678",
      "+86 13812345678",
      "0086-138-1234-5678",
      "１３８１２３４５６７８",
    ]) {
      const { data } = await person.call<{ phone: string }>("/api/person/v1.0/update", { personUuid, phone: typed });
      expect([typed, data?.phone]).toEqual([typed, "13812345678"]);
    }
    expect((await person.call("/api/person/v1.0/update", { personUuid, phone: "12812345678" })).reason).toBe("field");
  });

  it("finds a parameter by its exact name, and refuses half a sign at its field", async () => {
    const list = await person.call<{ paramId: string; paramName: string }[]>("/api/paramsConfig/v1.0/list", {
      paramName: "city_coord",
    });
    expect(list.data.map(({ paramName }) => paramName)).toEqual(["city_coord"]);
    const own = await person.call<{ paramId: string }>("/api/paramsConfig/v1.0/add", {
      scope: "ops",
      paramName: "half.sign",
      title: "半个字",
      paramValue: "x",
    });
    for (const paramValue of ["\ud800x", "a\u0000b"]) {
      const refused = await person.call("/api/paramsConfig/v1.0/update", { paramId: own.data.paramId, paramValue });
      expect(refusal(refused)).toEqual([400, { paramValue: expect.stringContaining("不可见") }]);
    }
  });
});

it.each([
  "voiceType",
  "voiceUse",
  "speaker",
  "lineType",
  "sortType",
  "staType",
  "nodeVoiceUse",
  "nodeVoiceType",
  "staSearchKey",
])("the specification's list %s keeps its items", async (codeNum) => {
  const { data } = await person.call<{ dictId: string; dictItemList: { itemName: string }[] }[]>(
    "/api/code/sys/info/list",
    { codeNum },
  );
  const [first, ...rest] = data[0]!.dictItemList;
  const save = (dictItemList: object[]) =>
    person.call("/api/code/sys/info/update", { dictId: data[0]!.dictId, dictItemList });
  expect(Object.keys(refusal(await save([{ ...first, itemName: "改名" }, ...rest]))[1] as object)).toEqual([
    "dictItemList.0.itemName",
  ]);
  const more = [...data[0]!.dictItemList, { itemNum: "99", itemName: "女声" }];
  expect(Object.keys(refusal(await save(more))[1] as object)).toEqual([`dictItemList.${more.length - 1}.itemNum`]);
});

describe("where a station stands", () => {
  it("is no place that nobody measured", async () => {
    for (const [lng, lat] of [
      [0, 0],
      [39.87, 39.87],
    ])
      expect(refusal(await add({ lng, lat }))).toEqual([400, { lng: expect.stringMatching(/0,0|同一个数/) }]);
    expect(refusal(await add({ lng: 39.87, lat: 116.38 }))).toEqual([400, { lat: expect.stringContaining("填反") }]);
    const form = await person.get("/station/station-management/new");
    const refused = await form.submit({ staSelfCode: code(), staName: "零点", lng: "0", lat: "0" });
    expect([refused.status, refused.errorAt("lng")]).toEqual([422, expect.stringContaining("0,0")]);
  });

  it("is kept to six decimals", async () => {
    expect((await add({ lng: 116.123456789, lat: 39.8712345678 })).data).toMatchObject({
      lng: 116.123457,
      lat: 39.871235,
    });
  });

  it("is outside the operator's area only after it was confirmed, by call and by form", async () => {
    const far = { lng: 113.2, lat: 23.1 };
    const asked = await add(far);
    expect(asked.errors).toEqual([
      { path: "lng", message: expect.stringContaining("运营范围"), confirm: "outside-area" },
    ]);
    const rows = { list: [{ ...far, staSelfCode: "YWBL1", staName: "范围外" }] };
    const batch = (more: object) => person.call("/api/sta/v1.0/validBatch", { verb: "add", ...rows, ...more });
    expect((await batch({})).data).toMatchObject([{ row: 1, errors: asked.errors }]);
    expect((await batch({ confirmed: ["outside-area"] })).data).toEqual([{ row: 1 }]);
    const { data } = await add({ ...far, confirmed: ["outside-area"] });
    expect(data).toMatchObject(far);
    const renamed = await person.call<Station>("/api/sta/v1.0/update", { staUuid: data.staUuid, staName: "远处" });
    expect(renamed.data.staName).toBe("远处");

    const form = await person.get("/station/station-management/new");
    const refused = await form.submit({ staSelfCode: code(), staName: "远站", lng: "113.2", lat: "23.1" });
    expect([refused.status, refused.errorAt("lng")]).toEqual([422, expect.stringContaining("运营范围")]);
    expect(refused.field("staName")).toBe("远站");
    expect((await refused.submit({})).status).toBe(422);
    expect((await refused.submit({ confirmed: ["outside-area"] })).status).toBe(303);
  });

  it("is outside it in a sheet only after the upload said so", async () => {
    await startBuiltJobs();
    const upload = async (changes: Values) => {
      const file = new File(["站点编号,站点名称,经度,纬度\nSHEET-1,远方,113.2,23.1\n"], "站点.csv", {
        type: "text/csv",
      });
      const form = await person.get("/excel/import?template=station");
      const sent = await form.submit({ templateCode: "station", mode: "both", ...changes }, { files: { file } });
      expect(sent.status, sent.text.slice(0, 300)).toBe(303);
      return settled(sent.location!);
    };
    expect((await upload({})).text).toMatch(/错误 1.*运营范围/s);
    const page = await upload({ confirmed: ["outside-area"] });
    await settled((await page.submit({}, { press: "确认导入，新增 1 条" })).location!);
    const [station] = (await person.call<Station[]>("/api/sta/v1.0/list", { staSelfCode: "SHEET-1" })).data;
    expect(station).toMatchObject({ staName: "远方", lng: 113.2 });
  });

  const settled = (url: string) =>
    vi.waitFor(
      async () => {
        const page = await person.get(url);
        expect(page.$("progress").length).toBe(0);
        return page;
      },
      { timeout: 180_000, interval: 200 },
    );

  it("is asked for whole, and what is near comes first", async () => {
    for (const half of [{ lng: 116.38 }, { radius: 500 }, { minLng: 116 }])
      for (const name of ["list", "pageList"])
        expect((await person.call(`/api/sta/v1.0/${name}`, half)).reason, JSON.stringify(half)).toBe("field");
    const near = { ...here, radius: 3000 };
    const list = (await person.call<{ away: number }[]>("/api/sta/v1.0/list", near)).data.map(({ away }) => away);
    expect([list.length > 2, list]).toEqual([true, [...list].sort((a, b) => a - b)]);
    const page = (await person.call<{ list: { away: number }[] }>("/api/sta/v1.0/pageList", near)).data.list;
    expect(page.map(({ away }) => away)).toEqual(list.slice(0, 50));
  });
});

describe("a form", () => {
  it("tells what is taken beside what is wrong", async () => {
    const [taken] = await db().selectFrom("depot").select("parkingNum").where("deletedAt", "is", null).execute();
    const form = await person.get("/parking/parking-management/new");
    const refused = await form.submit({ parkingNum: taken!.parkingNum.toLowerCase(), parkingName: "", lng: "116.4" });
    expect([refused.status, refused.errorAt("parkingNum")]).toEqual([422, expect.stringContaining("已被使用")]);
    expect(refused.errorAt("parkingName")).toContain("请输入");
  });
});

describe("names are found and sorted", () => {
  const named = async (name: string) => {
    const [{ orgId }, { postUuid }] = await Promise.all([
      db().selectFrom("organisation").select("orgId").executeTakeFirstOrThrow(),
      db().selectFrom("post").select("postUuid").where("postType", "=", 3).executeTakeFirstOrThrow(),
    ]);
    const made = await person.call("/api/person/v1.0/add", { jobNumber: code(), name, orgId, postUuid });
    expect(made.code, made.message).toBe(200);
  };

  it("by the surname's own reading and by the character's", async () => {
    for (const name of ["曾小杰", "单小静", "仇小英", "解小进", "区小伟"]) await named(name);
    const found = async (keyword: string) =>
      (await person.call<{ list: { name: string }[] }>("/api/person/v1.0/pageList", { keyword })).data.list.map(
        ({ name }) => name,
      );
    for (const [term, name] of [
      ["zengxiao", "曾小杰"],
      ["cengxiao", "曾小杰"],
      ["zxj", "曾小杰"],
      ["cxj", "曾小杰"],
      ["shanxiao", "单小静"],
      ["qiuxiao", "仇小英"],
      ["xiexiao", "解小进"],
      ["ouxiao", "区小伟"],
    ])
      expect([term, await found(term!)]).toEqual([term, expect.arrayContaining([name])]);
    expect((await person.get("/search?q=zengxiao")).$("main li a").text()).toContain("曾小杰");
  });

  it("as in a dictionary, by call and in the list", async () => {
    for (const name of ["黎小华", "李小华", "李小强", "黎小明", "发小展", "方小正"]) await named(name);
    const { data } = await person.call<{ list: { name: string }[] }>("/api/person/v1.0/pageList", {
      sortField: "name",
      sortOrder: "asc",
      pageSize: 500,
    });
    const ours = data.list.map(({ name }) => name).filter((name) => name[1] === "小" && name.length === 3);
    expect(ours).toEqual([
      "发小展",
      "方小正",
      "黎小华",
      "黎小明",
      "李小华",
      "李小强",
      "区小伟",
      "仇小英",
      "单小静",
      "解小进",
      "曾小杰",
    ]);
    for (const [staSelfCode, staName] of [
      ["N-10", "试序10号口"],
      ["N-9", "试序9号口"],
      ["N-100", "试序重庆路口"],
    ])
      await add({ staSelfCode, staName });
    const stations = async (sortField: string) =>
      (await person.call<{ list: Station[] }>("/api/sta/v1.0/pageList", { keyword: "试序", sortField })).data.list.map(
        ({ staSelfCode }) => staSelfCode,
      );
    expect([await stations("staName"), await stations("staSelfCode")]).toEqual([
      ["N-9", "N-10", "N-100"],
      ["N-9", "N-10", "N-100"],
    ]);
  });

  it("by one sign anywhere, and by letters and digits without hyphens and spaces", async () => {
    await add({ staSelfCode: "S0E-246", staName: "天桥（北" });
    const found = async (keyword: string) =>
      (await person.call<{ list: Station[] }>("/api/sta/v1.0/pageList", { keyword, pageSize: 500 })).data.list.map(
        ({ staSelfCode }) => staSelfCode,
      );
    for (const term of ["(", "（", "S0E246", "s0e 246", "S0E-246", "0e2", "e"])
      expect([term, (await found(term)).includes("S0E-246")]).toEqual([term, true]);
  });

  it("by organisation, model and counts where a column shows them", async () => {
    for (const [call, sortField] of [
      ["bus", "orgName"],
      ["bus", "modelNum"],
      ["bus", "deviceCount"],
      ["dev", "modelNum"],
      ["sta", "lineCount"],
    ]) {
      const by = call === "dev" ? await visitorWith("device.read") : person;
      const { data } = await by.call<{ list: Record<string, unknown>[] }>(`/api/${call}/v1.0/pageList`, {
        sortField,
        sortOrder: "desc",
        pageSize: 500,
      });
      const values = data.list.map((row) => row[sortField!] as string | number);
      expect(values).toEqual([...values].sort().reverse());
    }
  });

  it("again after an older program has made their keys", async () => {
    const { remakeSearchKeys, foundBy } = await import("~/kit/data/db/remake-search-keys.server");
    const { stationRecord } = await import("~/domains/stations/queries.server");
    const { foundLines } = await import("~/domains/lines/queries.server");
    const keysIn = async (table: "station" | "line") => {
      const columns = ["pinyin", "initials", "searchGrams", "nameOrder", "createdAt"] as const;
      const rows = await db().selectFrom(table).select(columns).execute();
      return rows.map((row) => JSON.stringify(row)).sort();
    };
    const keys = async () => [await keysIn("station"), await keysIn("line")];
    const before = await keys();
    await sql`update station set pinyin = '', initials = '', search_grams = '{}', name_order = ''`.execute(db());
    await sql`update line set pinyin = '', initials = '', search_grams = '{}', name_order = ''`.execute(db());
    await sql`update search_keys_made set making = 1`.execute(db());
    await remakeSearchKeys([...foundBy(stationRecord), foundLines]);
    expect(await keys()).toEqual(before);
  });
});

it("what is doubtful is told beside what another record has", async () => {
  const staSelfCode = code();
  await person.call("/api/sta/v1.0/add", { staSelfCode, staName: "先来", ...here });
  const sent = { staSelfCode, staName: "后来", lng: 120.1, lat: 30.2 };
  expect(refusal(await person.call("/api/sta/v1.0/add", sent))).toEqual([
    400,
    { lng: expect.stringContaining("运营范围之外"), staSelfCode: "站点编号已被使用" },
  ]);
  expect(refusal(await person.call("/api/sta/v1.0/add", { ...sent, confirmed: ["outside-area"] }))).toEqual([
    400,
    { staSelfCode: "站点编号已被使用" },
  ]);
});

describe("a field below the top of a call", () => {
  const dictionary = (items: object[]) =>
    person.call<object>("/api/code/sys/info/add", { codeNum: code(), codeName: "层", dictItemList: items });

  it("that nobody knows is refused by its path", async () => {
    const item = { itemNum: "1", itemName: "一" };
    const answer = await dictionary([item, { ...item, itemNum: "2", itemNmae: "二" }]);
    expect([answer.code, answer.errors]).toEqual([
      400,
      [{ path: "dictItemList.1.itemNmae", message: "没有“itemNmae”这个字段，请检查名称", row: 2 }],
    ]);
    const line = {
      classifySid: "0".repeat(32),
      directions: [{ direction: 1, stationList: [{ staUid: "x" }], vais: [] }],
    };
    expect(Object.keys(refusal(await person.call("/api/line/v1.0/updateLineClassifyStationAndMap", line))[1])).toEqual(
      expect.arrayContaining(["directions.0.stationList.0.staUid", "directions.0.vais"]),
    );
  });

  it("is taken where an answer with it is sent back whole", async () => {
    const [item, made] = [{ itemNum: "1", itemName: "一" }, code()];
    const added = await person.call<object>("/api/code/sys/info/add", {
      codeNum: made,
      codeName: "层",
      dictItemList: [item],
    });
    expect((await person.call("/api/code/sys/info/update", added.data)).code).toBe(200);
  });
});
