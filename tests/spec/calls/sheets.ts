import { expect } from "vitest";
import { account, enter } from "../../kit/accounts";
import { builtCall } from "../call";
import type { Visitor } from "../../kit/visit";

const nobody = "0".repeat(32);
const file = (name: string) => `/api/sys/excel/${name}`;

/** What a call that answers a file sends. */
async function blob(
  person: Visitor,
  path: string,
  body: object,
): Promise<{ type: string; name: string; bytes: Buffer }> {
  const answer = await person.send(path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: person.token! },
    body: JSON.stringify(body),
  });
  const name = decodeURIComponent(/UTF-8''(.*)$/.exec(answer.headers.get("content-disposition") ?? "")?.[1] ?? "");
  return { type: answer.headers.get("content-type") ?? "", name, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function attach(person: Visitor, text: string, name: string): Promise<string> {
  const form = new FormData();
  form.append("file", new File([text], name, { type: "text/csv" }));
  const whole = new Response(form);
  const answer = await person.send("/api/sys-attachment-file/upload", {
    method: "POST",
    headers: { "content-type": whole.headers.get("content-type")!, authorization: person.token! },
    body: await whole.arrayBuffer(),
  });
  return ((await answer.json()) as { data: { fileUuid: string } }).data.fileUuid;
}

const add = "/api/excel/v1.0/add";
builtCall(add, {
  async success(person) {
    const fileUuid = await attach(person, "岗位编号,岗位名称\nXLS01,规格岗位\n", "规格岗位.csv");
    const { data } = await person.call<{ importUuid: string; state: string }>(add, { templateCode: "post", fileUuid });
    expect(data.state).toBe("检查中");
    expect((await person.get(`/excel/import/${data.importUuid}`)).text).toContain("规格岗位.csv");
    expect(await person.call("/api/sys-attachment-file/removeByIds", { ids: [fileUuid] })).toMatchObject({
      reason: "used",
    });
    const other = await enter(await account({ permissions: ["sheet.read", "sheet.write", "post.write"] }));
    expect(await other.call(add, { templateCode: "post", fileUuid })).toMatchObject({ reason: "missing" });
    const noPosts = await enter(await account({ permissions: ["sheet.read", "sheet.write"] }));
    expect(await noPosts.call(add, { templateCode: "post", fileUuid })).toMatchObject({ reason: "forbidden" });
  },
  bad: { body: { templateCode: "post", fileUuid: nobody, mode: "replace" }, path: "mode", message: "请选择导入方式" },
});

const log = file("log/pageList");
builtCall(log, {
  async success(person) {
    const fileUuid = await attach(person, "岗位编号,岗位名称\nXLS02,日志岗位\n", "日志岗位.csv");
    await person.call(add, { templateCode: "post", fileUuid, mode: "insert" });
    await blob(person, file("exportBaseInfo"), { templateCode: "post", keyword: "P01" });
    const rows = async (body: object) =>
      (await person.call<{ list: Record<string, unknown>[] }>(log, { pageSize: 5, ...body })).data.list;
    expect((await rows({ fileName: "日志岗位" }))[0]).toMatchObject({
      kind: "import",
      templateCode: "post",
      fileName: "日志岗位.csv",
      state: "检查中",
      by: expect.any(String),
    });
    expect((await rows({ kind: "export", templateCode: "post" }))[0]).toMatchObject({ rows: 1, state: "已完成" });
    expect(await rows({ fileName: "没有这个文件" })).toEqual([]);
  },
  bad: { body: { from: "2026-02-31" }, path: "from", message: "请输入日期" },
});

const template = file("templateDownLoad");
builtCall(template, {
  async success(person) {
    const { type, name, bytes } = await blob(person, template, { templateCode: "post" });
    expect([type, name]).toEqual([expect.stringContaining("spreadsheetml"), "岗位导入模板.xlsx"]);
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
  },
  bad: { body: { templateCode: "nothing" }, path: "templateCode", message: "没有这个模板" },
});

const records = file("exportBaseInfo");
builtCall(records, {
  async success(person) {
    const { type, bytes } = await blob(person, records, { templateCode: "post", format: "csv", keyword: "P01" });
    expect(type).toBe("application/octet-stream");
    expect(bytes.toString()).toMatch(/^\ufeff岗位编号\*,岗位名称\*.*\r\nP01,驾驶员/);
    expect(await person.call(records, { templateCode: "post", colour: "red" })).toMatchObject({
      reason: "field",
      errors: [{ path: "colour", message: "不认识的字段：colour" }],
    });
  },
  bad: { body: { templateCode: "post", format: "pdf" }, path: "format", message: "格式应为 xlsx 或 csv" },
});
