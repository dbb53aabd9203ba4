import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { sweepFiles } from "~/kit/data/attachments/sweep.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { holdByImport } from "../../../tests/kit/held-file";
import { claimed, png } from "../../../tests/kit/picture";
import { zip } from "../../../tests/hostile/packed";
import type { Visitor } from "../../../tests/kit/visit";
import { fileReferences } from "~/kit/data/files/file-references.server";
import { holdingTables } from "~/kit/room/holding-tables";
import { findServed } from "~/kit/room/registry";
import "~/rooms";
import { may, url } from "./policy";

const all = [may.read, may.write, may.remove];
const textFile = (name: string, content: string | Buffer = "内容") => new File([content as BlobPart], name);
const upload = async (by: Visitor, file: File) => (await by.get(`${url}/new`)).submit({}, { files: { file } });
const given = async (by: Visitor, file: File): Promise<string> => {
  const { location, text } = await upload(by, file);
  if (!location) throw new Error(text.slice(0, 500));
  return location.split("/").at(-1)!;
};
const orgNamed = async (orgName: string) =>
  (await db().selectFrom("organisation").select("orgId").where("orgName", "=", orgName).executeTakeFirstOrThrow())
    .orgId;
const member = async (orgName: string, ...permissions: string[]) =>
  enter(await account({ permissions, dataScope: "own", orgId: await orgNamed(orgName) }));
describe("attachments", () => {
  it("are uploaded by a form, listed, opened, downloaded and deleted without JavaScript", async () => {
    const person = await visitorWith(...all);
    const done = await (await upload(person, textFile("操作说明.txt", "第一行\n<script>alert(1)</script>"))).follow();
    expect(done.text).toContain("已上传 1 个文件");
    expect(done.$("pre").text()).toContain("<script>alert(1)</script>");
    expect(done.$("main script").length).toBe(0);
    const at = done.url;
    const list = await person.get(`${url}?keyword=操作说明`);
    expect(list.$("tbody tr").text()).toMatch(/操作说明\.txt文本\d+ B未使用/);
    expect(list.text).toContain("7 天没有被使用的文件会自动删除");
    const file = await person.send(`${at}/download`);
    expect(await file.text()).toContain("第一行");
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
    const asked = await person.get(`${url}/bulk?ids=${at.split("/").at(-1)}`);
    expect(asked.text).toContain("删除附件 操作说明.txt？");
    expect((await (await asked.submit({}, { press: "删除" })).follow()).text).toContain("已删除 1 个附件");
    expect((await person.get(at)).status).toBe(404);
    expect((await person.get(`${at}/download`)).status).toBe(404);
  });

  it("are not shown where a picture takes a browser too much memory or does not say how much, and say so", async () => {
    const person = await visitorWith(...all);
    const gif = Buffer.from("474946383961 60ea 60ea 00 00 00 3b".replaceAll(" ", ""), "hex");
    for (const [name, bytes, words] of [
      ["大.png", claimed(60_000, 60_000), "图片有 60000×60000 像素，应在每边 10000 像素、总共 5000 万像素以内"],
      ["大.gif", gif, "图片有 60000×60000 像素"],
      ["坏.png", png(40, 40).subarray(0, 19), "图片已损坏，看不出有多少像素"],
    ] as const) {
      const page = await (await upload(person, textFile(name, bytes))).follow();
      expect([page.$("main img").length, page.text]).toEqual([0, expect.stringContaining(words)]);
      const content = await person.get(`${page.url}/content`);
      expect([content.status, content.text]).toEqual([404, expect.stringContaining(words)]);
      expect(Buffer.from(await (await person.send(`${page.url}/download`)).arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  it("say that a workbook is one wherever in it its list of contents stands, and unpack nothing for it", async () => {
    const person = await visitorWith(...all);
    const sheet = {
      "xl/worksheets/sheet1.xml": randomBytes(100_000),
      "xl/workbook.xml": "",
      "[Content_Types].xml": "",
    };
    const page = await (await upload(person, textFile("表.xlsx", zip(sheet)))).follow();
    expect(page.text).toContain("表格（application/vnd.openxmlformats-officedocument.spreadsheetml.sheet）");
    expect(page.text).not.toContain("请核对文件是否正确");
    const packed = await (await upload(person, textFile("包.zip", zip({ "a/xl/workbook.xml": "" })))).follow();
    expect(packed.text).toContain("压缩包（application/zip）");
  });

  it.each([
    ["图.png", png(40, 40), "image/png", "img"],
    [
      "音.wav",
      Buffer.from(
        "RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\0\0\0\0",
        "latin1",
      ),
      "audio/",
      "audio",
    ],
  ])("%s is shown within the page, and its content runs nothing", async (name, content, type, element) => {
    const person = await visitorWith(...all);
    const key = await given(person, textFile(name, content));
    const page = await person.get(`${url}/${key}`);
    const at = page.$(`main ${element}`).attr("src")!;
    const shown = await person.send(at);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, expect.stringContaining(type)]);
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(shown.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await shown.arrayBuffer()).equals(content)).toBe(true);
    const part = await person.send(at, { headers: { range: "bytes=4-7" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 4-7/${content.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(4, 8))).toBe(true);
    const rest = await person.send(at, { headers: { range: "bytes=-3" } });
    expect(Buffer.from(await rest.arrayBuffer()).equals(content.subarray(-3))).toBe(true);
  });

  it.each([
    ["a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ["a.html", "<!doctype html><script>alert(1)</script>"],
    ["a.xml", '<?xml version="1.0"?><a/>'],
    ["a.png", "<script>alert(1)</script>"],
  ])("%s of markup is text of a page of ours and is never given to be run", async (name, content) => {
    const person = await visitorWith(...all);
    const key = await given(person, textFile(name, content));
    const page = await person.get(`${url}/${key}`);
    expect(page.$("main pre").text()).toBe(content);
    expect((await person.get(`${url}/${key}/content`)).status).toBe(404);
    const got = await person.send(`${url}/${key}/download`);
    expect(got.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(got.headers.get("content-type")).not.toContain("html");
    await got.body!.cancel();
    expect(page.text.includes("内容却是")).toBe(name === "a.png");
  });

  it.each([
    ["照片 “一”（终）.txt", "照片 “一”（终）.txt"],
    ["引\"号'.txt", "引\"号'.txt"],
    ["..\\..\\外面.txt", "外面.txt"],
    ["反\u202etxt.exe.txt", "反txt.exe.txt"],
    [`${"长".repeat(300)}.txt`, `${"长".repeat(251)}.txt`],
    ["🚌路.txt", "🚌路.txt"],
  ])("sent as %j come back under a name that harms nobody", async (sent, name) => {
    const person = await visitorWith(...all);
    const key = await given(person, textFile(sent));
    expect((await person.get(`${url}/${key}`)).$("h1").text()).toBe(name);
    const { headers, body } = await person.send(`${url}/${key}/download`);
    await body!.cancel();
    const [, told] = /filename\*=UTF-8''(.*)$/.exec(headers.get("content-disposition")!)!;
    expect(decodeURIComponent(told!)).toBe(name);
  });

  it("of GBK are read, and what is no text is only offered for download", async () => {
    const person = await visitorWith(...all);
    const gbk = await given(person, textFile("旧.txt", Buffer.from([0xb9, 0xab, 0xbd, 0xbb])));
    expect((await person.get(`${url}/${gbk}`)).$("pre").text()).toBe("公交");
    const zip = await given(person, textFile("包.zip", Buffer.from("PK\x03\x04\x14\0\0\0\0\0", "latin1")));
    expect((await person.get(`${url}/${zip}`)).text).toContain("这种文件不能预览");
  });

  it("that are empty or not chosen are refused at the field, the good ones beside them kept", async () => {
    const person = await visitorWith(...all);
    const none = await (await person.get(`${url}/new`)).submit();
    expect([none.status, none.errorAt("file")]).toEqual([422, expect.stringContaining("请选择要上传的文件")]);
    const form = new FormData();
    form.append("file", textFile("空.txt", ""));
    form.append("file", textFile("好的一个.txt"));
    const whole = new Response(form);
    const sent = await person.visit(`${url}/new`, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin", "content-type": whole.headers.get("content-type")! },
      body: await whole.arrayBuffer(),
    });
    expect([sent.status, sent.errorAt("file")]).toEqual([422, expect.stringContaining("空.txt 是空的")]);
    expect((await person.get(`${url}?keyword=好的一个`)).$("tbody tr").length).toBe(1);
  });

  it("belong to their uploader's organisation; others neither see, open nor delete them", async () => {
    const [mine, colleague, stranger] = [
      await member("一车队", ...all),
      await member("一车队", ...all),
      await member("三车队", ...all),
    ];
    const key = await given(mine, textFile("一车队的附件.txt"));
    for (const [who, rows] of [
      [mine, 1],
      [colleague, 1],
      [stranger, 0],
      [await visitorWith(may.read), 1],
    ] as const)
      expect((await who.get(`${url}?keyword=一车队的附件`)).$("tbody a[href*=attachment]").length).toBe(rows);
    for (const page of ["", "/content", "/download"])
      expect((await stranger.get(`${url}/${key}${page}`)).status).toBe(404);
    expect((await stranger.post(`${url}/bulk`, { ids: key })).status).toBe(404);
    const reader = await visitorWith(may.read);
    expect((await reader.post(`${url}/bulk`, { ids: key })).location).toMatch(/^\/401/);
    expect((await reader.get(`${url}/new`)).location).toMatch(/^\/401/);
    expect((await colleague.get(`${url}/${key}`)).status).toBe(200);
  });

  it("in use name what holds them and are not deleted; several go together or not at all", async () => {
    const person = await visitorWith(...all, "sheet.read");
    const [held, free] = [await given(person, textFile("在用.txt")), await given(person, textFile("没用.txt"))];
    const letGo = await holdByImport(held, "第七条");
    const list = await person.get(`${url}?keyword=在用`);
    expect(list.$("tbody a[href^='/excel/import/']").text()).toBe("第七条");
    const asked = await person.get(`${url}/bulk?ids=${held}&ids=${free}`);
    expect(asked.text).toContain("现在不能删除");
    expect(asked.$("main form button").length).toBe(0);
    const pressed = await person.post(`${url}/bulk`, [
      ["ids", free],
      ["ids", held],
    ]);
    expect([pressed.status, pressed.text]).toEqual([409, expect.stringContaining("正被表格导入“第七条”使用")]);
    expect((await person.get(`${url}/${free}`)).status).toBe(200);
    await letGo();
    const both = await (await person.get(`${url}/bulk?ids=${held}&ids=${free}`)).submit({}, { press: "删除" });
    expect((await both.follow()).text).toContain("已删除 2 个附件");
  });

  it("of pictures and imports stand in the list, and open for who may open the record only", async () => {
    const bus = await db().selectFrom("bus").select(["busUuid", "busSelfCode"]).limit(1).executeTakeFirstOrThrow();
    const keeper = await visitorWith("bus.read", "bus.write");
    const form = await keeper.get(`/bus/bus-management/${bus.busUuid}/edit`);
    await form.submit({}, { files: { imgUrl: textFile("车照.png", png(64, 64)) } });
    const { imgUrl } = await db()
      .selectFrom("bus")
      .select("imgUrl")
      .where("busUuid", "=", bus.busUuid)
      .executeTakeFirstOrThrow();
    const [both, only] = [await visitorWith(...all, "bus.read"), await visitorWith(...all)];
    const seen = await both.get(`${url}/${imgUrl}`);
    expect(seen.$(`a[href='/bus/bus-management/${bus.busUuid}']`).text()).toContain(bus.busSelfCode);
    expect(seen.$("main img").length).toBe(1);
    const hidden = await only.get(`${url}/${imgUrl}`);
    expect(hidden.text).toContain("车辆 （您无权查看）");
    expect([hidden.$("main img").length, (await only.get(`${url}/${imgUrl}/content`)).status]).toEqual([0, 404]);
    expect((await only.get(`${url}/${imgUrl}/download`)).location).toMatch(/^\/401/);
    expect((await only.post(`${url}/bulk`, { ids: imgUrl! })).text).toContain("正被您无权查看的车辆使用");
  });

  it("that the program made for itself say what they are", async () => {
    const person = await visitorWith(...all);
    const made = await given(person, textFile("转换的语音.mp3"));
    const values = { fileKey: made, sourceSha256: newKey(), shape: "mp3", sizeBytes: 6, durationMs: 1 };
    await db()
      .insertInto("audioMade")
      .values({ ...values, sha256: newKey(), crc32: "0" })
      .execute();
    expect((await person.get(`${url}/${made}`)).text).toContain("本系统的缓存 为设备转换的语音，没有用处时会自动删除");
    const refused = await person.post(`${url}/bulk`, { ids: made });
    expect(refused.text).toContain("正被本系统的缓存“为设备转换的语音，没有用处时会自动删除”使用");
  });

  it("that nothing has held for seven days are swept, nothing else", async () => {
    const person = await visitorWith(...all);
    const [held, free, fresh, released] = [
      await given(person, textFile("旧而在用.txt")),
      await given(person, textFile("旧而没用.txt")),
      await given(person, textFile("新的.txt")),
      await given(person, textFile("刚放下.txt")),
    ];
    await holdByImport(held, "第八条");
    const letGo = await holdByImport(released, "第八条");
    await sql`update stored_file set created_at = now() - interval '8 days' where file_key = any(${[held, free, released]})`.execute(
      db(),
    );
    await letGo();
    await sweepFiles();
    const left = async (key: string) => (await person.get(`${url}/${key}`)).status;
    expect(await Promise.all([held, free, fresh, released].map(left))).toEqual([200, 404, 200, 200]);
    await sql`update stored_file set released_at = now() - interval '8 days' where file_key = ${released}`.execute(
      db(),
    );
    await sweepFiles();
    expect(await left(released)).toBe(404);
  });
});

describe("the calls of attachments", () => {
  const call = "/api/sys-attachment-file";
  const send = async (by: Visitor, file?: File) => {
    const form = new FormData();
    if (file) form.set("file", file);
    const whole = new Response(form);
    const answer = await by.send(`${call}/upload`, {
      method: "POST",
      headers: { authorization: by.token!, "content-type": whole.headers.get("content-type")! },
      body: await whole.arrayBuffer(),
    });
    return (await answer.json()) as {
      success: boolean;
      code: number;
      reason?: string;
      message: string;
      data: Record<string, unknown>;
    };
  };

  it("take a file, find it by every filter, and delete it unless something holds it", async () => {
    const person = await visitorWith(...all, "sheet.read");
    const content = "接口上传的内容";
    const { data } = await send(person, textFile("接口说明.txt", content));
    const hash = createHash("sha256").update(content).digest("hex");
    expect(data).toMatchObject({ fileName: "接口说明.txt", contentType: "text/plain", size: 21, hash });
    const found = async (filters: object) =>
      (
        await person.call<{ total: number; list: { fileName: string }[] }>(`${call}/v1.0/pageList`, {
          keyword: "接口说明",
          ...filters,
        })
      ).data.total;
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    for (const filters of [{}, { type: "text" }, { from: day, to: day }, { unused: true }])
      expect(await found(filters)).toBe(1);
    for (const filters of [
      { type: "picture" },
      { type: "other" },
      { from: "2099-01-01" },
      { to: "2001-01-01" },
      { unused: false },
    ])
      expect(await found(filters)).toBe(0);
    const letGo = await holdByImport(String(data.fileUuid), "接口");
    expect(await found({ unused: false })).toBe(1);
    const refused = await person.call(`${call}/v1.0/removeByIds`, { ids: [data.fileUuid] });
    expect(refused).toMatchObject({ code: 400, reason: "used", message: expect.stringContaining("表格导入“接口”") });
    await letGo();
    expect(await person.call(`${call}/removeByIds`, { ids: [data.fileUuid] })).toMatchObject({ success: true });
    expect(await person.call(`${call}/removeByIds`, { ids: [data.fileUuid] })).toMatchObject({ reason: "missing" });
    expect(await found({})).toBe(0);
  });

  it("refuse a form without a file and who may not upload", async () => {
    const person = await visitorWith(...all);
    expect(await send(person)).toMatchObject({ code: 400, reason: "field", message: "请选择要上传的文件" });
    expect(await send(await visitorWith(may.read), textFile("a.txt"))).toMatchObject({ reason: "forbidden" });
  });
});

it("every table that holds files says what its rows are", async () => {
  const tables = (await fileReferences()).map(({ table }) => table);
  expect(tables.filter((table) => !findServed(table) && holdingTables(table).length === 0)).toEqual([]);
});
