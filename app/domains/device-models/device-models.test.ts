import { describe, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { fleetNames } from "~/seed/demo-fleet";
import { visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { deviceModelRoom } from "./room";

const { may } = deviceModelRoom;
let made = 0;

describeRoom({
  path: "/model/device-model",
  may,
  valid: () => ({
    modelNum: `SX-${String(++made).padStart(4, "0")}`,
    modelName: "试验终端",
    factory: "滨江电子",
    protocol: "JT/T 808-2019",
    manufacturerId: "BJDZ1",
    support: ["1", "64"],
    twoInOne: "on",
    fileTransport: "808分包",
    noticeType: "100",
    packageFormat: "bus-line-file/1",
    maxFileMb: "20",
    audioCodec: "mp3",
    sampleRate: "22050",
    charset: "UTF-8",
    tags: "新品",
    sort: "9999",
    remark: "两行\r\n备注",
  }),
  invalid: [
    { field: "modelNum", value: "", message: "请输入设备型号" },
    { field: "modelNum", value: "1".repeat(17), message: "最多 16 个字" },
    { field: "modelName", value: "名".repeat(65), message: "最多 64 个字" },
    { field: "factory", value: "厂".repeat(65), message: "最多 64 个字" },
    { field: "protocol", value: "议".repeat(65), message: "最多 64 个字" },
    { field: "manufacturerId", value: "BJDZ12", message: "1 到 5 个字母或数字" },
    { field: "manufacturerId", value: "滨江", message: "1 到 5 个字母或数字" },
    { field: "maxFileMb", value: "0", message: "1 到 1000 的整数" },
    { field: "sampleRate", value: "7999", message: "请从列表中选择" },
    { field: "packageFormat", value: "随便写", message: "请从列表中选择" },
    { field: "tags", value: "标".repeat(129), message: "最多 128 个字" },
    { field: "sort", value: "-1", message: "0 到 9999 的整数" },
    { field: "remark", value: "注".repeat(129), message: "最多 128 个字" },
  ],
  showsAs: "modelNum",
  unique: { field: "modelNum", message: "设备型号已存在" },
  texts: ["factory", "tags"],
  table: { name: "deviceModel", key: "modelUuid" },
  used: async () => ({
    key: (
      await db()
        .selectFrom("deviceModel")
        .select("modelUuid")
        .where("modelNum", "=", fleetNames.deviceModels.board)
        .executeTakeFirstOrThrow()
    ).modelUuid,
    by: fleetNames.devices.board,
  }),
  bulk: { field: "fileTransport", value: "FTP" },
  api: { missing: "/api/dev/model/v1.0/update", key: "modelUuid" },
});

describe("the file of a device model", () => {
  const path = "/model/device-model";
  const pdf = (name: string, mark = "1") => new File([`%PDF-1.4\n%${mark}\n`], name, { type: "application/pdf" });
  const storedOf = async (modelNum: string) =>
    db()
      .selectFrom("deviceModel")
      .select(["modelUuid", "protocolFile"])
      .where("modelNum", "=", modelNum)
      .executeTakeFirstOrThrow();

  it("comes with the form, is replaced, said in the history, downloaded and taken away", async () => {
    const person = await visitorWith(may.read, may.write, may.remove, "attachment.read", "attachment.delete");
    const form = await person.get(`${path}/new`);
    const made = await (
      await form.submit({ modelNum: "WJ-1" }, { files: { protocolFile: pdf("协议一.pdf") } })
    ).follow();
    expect(made.$("dd a[href$='/file/protocolFile']").text()).toBe("协议一.pdf");
    const first = await storedOf("WJ-1");
    const at = `${path}/${first.modelUuid}`;
    const got = await person.send(`${at}/file/protocolFile`);
    expect([got.status, await got.text()]).toEqual([200, "%PDF-1.4\n%1\n"]);
    expect(got.headers.get("content-disposition")).toMatch(/^attachment/);
    expect((await person.get(`${at}/file/modelNum`)).status).toBe(404);
    expect((await (await visitorWith()).get(`${at}/file/protocolFile`)).location).toMatch(/^\/401/);

    const kept = await (await person.get(`${at}/edit`)).submit({ modelName: "改了名称" });
    expect([kept.status, (await storedOf("WJ-1")).protocolFile]).toEqual([303, first.protocolFile]);
    const files = "/attachment/attachment-management";
    const held = await person.get(`${files}/${first.protocolFile}`);
    expect(held.$(`a[href="${at}"]`).text()).toBe("WJ-1");
    expect((await person.post(`${files}/bulk`, { ids: first.protocolFile! })).text).toContain("正被设备型号“WJ-1”使用");

    await (await person.get(`${at}/edit`)).submit({}, { files: { protocolFile: pdf("协议二.pdf", "2") } });
    const second = await storedOf("WJ-1");
    expect((await person.get(`${files}/${first.protocolFile}`)).text).toContain("未使用");
    const history = await person.get(`${at}/history`);
    expect(history.text).toMatch(/协议文档.*协议一\.pdf.*协议二\.pdf/);
    const edit = await person.get(`${at}/edit`);
    expect(edit.$("a[href='file/protocolFile']").text()).toBe("协议二.pdf");
    await edit.submit({ protocolFileRemoved: "on" });
    expect((await storedOf("WJ-1")).protocolFile).toBeNull();
    expect((await person.get(`${files}/${second.protocolFile}`)).text).toContain("未使用");
  });

  it("of another kind, or empty, is refused at its field and nothing typed is lost", async () => {
    const person = await visitorWith(may.read, may.write);
    const form = await person.get(`${path}/new`);
    const png = new File([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")], "图.pdf");
    const refused = await form.submit({ modelNum: "WJ-2", factory: "还在" }, { files: { protocolFile: png } });
    expect([refused.status, refused.errorAt("protocolFile")]).toEqual([422, expect.stringContaining("请选择 PDF")]);
    expect(refused.$("[name=factory]").val()).toBe("还在");
    expect(await db().selectFrom("storedFile").select("fileKey").where("fileName", "=", "图.pdf").execute()).toEqual(
      [],
    );
    const taken = await form.submit({ modelNum: "" }, { files: { protocolFile: pdf("不留.pdf") } });
    expect(taken.status).toBe(422);
    expect(await db().selectFrom("storedFile").select("fileKey").where("fileName", "=", "不留.pdf").execute()).toEqual(
      [],
    );
  });

  it("is named in a call by the fileUuid of an attachment that the caller may use", async () => {
    const person = await visitorWith(may.read, may.write, "attachment.write");
    const form = new FormData();
    form.set("file", pdf("接口.pdf"));
    const sent = new Response(form);
    const answer = await person.send("/api/sys-attachment-file/upload", {
      method: "POST",
      headers: { authorization: person.token!, "content-type": sent.headers.get("content-type")! },
      body: await sent.arrayBuffer(),
    });
    const { fileUuid } = ((await answer.json()) as { data: { fileUuid: string } }).data;
    const add = "/api/dev/model/v1.0/add";
    const values = { modelNum: "WJ-3", protocolFile: fileUuid };
    const stranger = await visitorWith(may.read, may.write);
    expect(await stranger.call(add, values)).toMatchObject({
      code: 400,
      errors: [{ path: "protocolFile", message: expect.stringContaining("附件不存在") }],
    });
    expect(await person.call(add, values)).toMatchObject({ success: true, data: { protocolFile: fileUuid } });
  });
});
