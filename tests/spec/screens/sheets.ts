import { expect } from "vitest";
import type { Visitor } from "../../kit/visit";
import { builtScreen } from "../call";

let made = 0;
async function upload(person: Visitor): Promise<string> {
  const name = `规格导入${++made}.csv`;
  const sent = await (
    await person.get("/excel/import?template=post")
  ).submit(
    { templateCode: "post" },
    { files: { file: new File([`岗位编号,岗位名称\nXLP0${made},规格\n`], name, { type: "text/csv" }) } },
  );
  expect(sent.status).toBe(303);
  expect((await sent.follow()).text).toContain("已上传，正在检查");
  return name;
}

builtScreen("/excel/import", {
  heading: "Excel导入",
  shows: "下载岗位模板",
  async change(person) {
    const name = await upload(person);
    expect((await person.get("/excel/list")).$("tbody").text()).toContain(name);
  },
});

builtScreen("/excel/list", {
  heading: "导入列表",
  shows: /导入列表/,
  async change(person) {
    const name = await upload(person);
    const list = await person.get(`/excel/list?fileName=${encodeURIComponent(name)}&state=checking`);
    const link = list.$("tbody tr a").first().attr("href")!;
    const cancelled = await (await (await person.get(`${link}/cancel`)).submit()).follow();
    expect(cancelled.text).toContain("已取消导入");
    expect((await person.get(`/excel/list?fileName=${encodeURIComponent(name)}`)).$("tbody").text()).toContain(
      "已取消",
    );
  },
});

builtScreen("/excel/log", {
  heading: "导入日志",
  shows: /导入日志/,
  async change(person) {
    await (await person.send("/excel/import/export?template=post&format=csv")).text();
    const log = await person.get("/excel/log?kind=export&templateCode=post");
    expect(log.$("tbody tr").first().text()).toMatch(/岗位 .*csv.*导出.*已完成/);
    const record = await person.get(log.$("tbody tr a").first().attr("href")!);
    expect(record.text).toContain("行数");
  },
});
