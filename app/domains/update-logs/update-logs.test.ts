import { describe, expect, it } from "vitest";
import { visitorWith } from "../../../tests/kit/accounts";
import { describeRoom } from "../../../tests/kit/room";
import { updateLogRoom } from "./room";

const path = "/update-log/update-log-management";
const { may } = updateLogRoom;
let made = 0;
const values = () => ({
  logVersion: `9.${++made}`,
  logDate: "2026-11-20",
  title: `试验更新${made}`,
  body: "修正 **两处** 问题",
});

describeRoom({
  path,
  may,
  valid: values,
  invalid: [
    { field: "logVersion", value: "", message: "请输入版本号" },
    { field: "logVersion", value: "v".repeat(33), message: "最多 32 个字" },
    { field: "logDate", value: "", message: "请输入日期" },
    { field: "logDate", value: "2026-02-30", message: "请输入日期" },
    { field: "title", value: "", message: "请输入标题" },
    { field: "title", value: "题".repeat(65), message: "最多 64 个字" },
    { field: "body", value: "", message: "请输入内容" },
    { field: "body", value: "x".repeat(20_001), message: "最多 20000 个字" },
  ],
  showsAs: "title",
  unique: { field: "logVersion", message: "版本号已被使用" },
  texts: ["body", "logVersion"],
  bulk: { field: "logDate", value: "2026-10-01" },
  table: { name: "updateLog", key: "logId" },
  api: { missing: "/api/updateLog/v1.0/update", key: "logId" },
});

it("an update log of a version that there is already is refused at its field by a call too", async () => {
  const person = await visitorWith(may.read, may.write);
  const add = (logVersion: string) => person.call("/api/updateLog/v1.0/add", { ...values(), logVersion });
  expect((await add("7.0-RC1")).success).toBe(true);
  expect(await add("7.0-rc1")).toMatchObject({
    code: 400,
    errors: [{ path: "logVersion", message: "版本号已被使用" }],
  });
  const isFree = async (logVersion: string) =>
    (await person.call("/api/updateLog/v1.0/validLogVersion", { logVersion })).data;
  expect([await isFree("7.0-rc1"), await isFree("7.0")]).toEqual([false, true]);
});

describe("update logs on the homepage", () => {
  it("are new until the person says that they have read them, each for themselves", async () => {
    const [reader, other, writer] = [await visitorWith(), await visitorWith(), await visitorWith(may.read, may.write)];
    expect((await reader.get("/homepage")).text).not.toContain("知道了");
    await (
      await writer.get(`${path}/new`)
    ).submit({ ...values(), title: "给所有人的更新", body: "[说明](/line/line-management) <b>不是标签</b>" });
    const home = await reader.get("/homepage");
    const entry = home.$("article:contains(给所有人的更新)");
    expect(entry.text()).toContain("新");
    expect(entry.find("a").attr("href")).toBe("/line/line-management");
    expect(entry.text()).toContain("<b>不是标签</b>");
    expect((await reader.get("/homepage")).text).toContain("知道了");
    const read = await (await home.submit({}, { press: "知道了" })).follow();
    expect(read.text).not.toContain("知道了");
    expect(read.text).toContain("给所有人的更新");
    expect((await other.get("/homepage")).text).toContain("知道了");
  });

  it("stay new when they were published after what the person has seen", async () => {
    const [reader, writer] = [await visitorWith(), await visitorWith(may.read, may.write)];
    await (await writer.get(`${path}/new`)).submit(values());
    const home = await reader.get("/homepage");
    await (await writer.get(`${path}/new`)).submit({ ...values(), title: "刚刚发布" });
    const read = await (await home.submit({}, { press: "知道了" })).follow();
    expect(read.$("article:contains(刚刚发布)").text()).toContain("新");
  });
});
