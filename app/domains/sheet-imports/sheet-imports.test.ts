import { readdirSync, statSync } from "node:fs";
import { getPriority } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, expect, it, vi } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { settings } from "~/kit/ground/settings.server";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import type { Answer, Visitor } from "../../../tests/kit/visit";

const all = ["sheet.read", "sheet.write", "post.read", "post.write", "post.delete"];
const csv = (text: string, name = "岗位.csv") => new File([text], name, { type: "text/csv" });
const head = "岗位编号,岗位名称,类别,状态\n";
let made = 0;
const code = () => `XL${String(++made).padStart(3, "0")}`;
let person: Visitor;
beforeAll(async () => {
  person = await visitorWith(...all);
  await startBuiltJobs();
});

async function upload(text: string, who = person, fields: Record<string, string> = {}): Promise<Answer> {
  const sent = await (
    await who.get("/excel/import?template=post")
  ).submit({ templateCode: "post", mode: "both", ...fields }, { files: { file: csv(text) } });
  expect([sent.status, sent.text.slice(0, 300)]).toEqual([303, expect.anything()]);
  return settled(sent.location!, who);
}

const settled = (url: string, who = person) =>
  vi.waitFor(
    async () => {
      const page = await who.get(url);
      expect(page.$("progress").length).toBe(0);
      return page;
    },
    { timeout: 180_000, interval: 300 },
  );

const postNamed = (postCode: string) =>
  db().selectFrom("post").selectAll().where("postCode", "=", postCode).executeTakeFirst();

it("refuses codes that lost digits, signs that lost their encoding and names of two lines, and reads texts that bars part", async () => {
  const [one, two, three, four] = [code(), code(), code(), code()];
  const page = await upload(
    `${head}1.23E+15,长编号,驾驶员,启用\n${one},乱\ufffd码,驾驶员,启用\n${two},"两行\n名称",驾驶员,启用\n${three},甲|乙,驾驶员,启用\n`,
  );
  expect(page.$("nav[aria-label=行的种类]").text()).toBe("错误 3新增 1修改 0相同 0");
  for (const words of [
    "“1.23E+15”是表格软件改写过的长数字，末尾的数字已丢失",
    "含有乱码 \ufffd，请检查文字的编码",
    "含有换行或不可见的字符，请删除后再试",
  ])
    expect(page.text).toContain(words);
  const barred = await upload(`${head.replaceAll(",", "|")}${four}|"甲|乙"|驾驶员|启用\n`);
  expect(barred.$("nav[aria-label=行的种类]").text()).toBe("错误 0新增 1修改 0相同 0");
  await barred.submit({}, { press: "确认导入，新增 1 条" });
  await settled(barred.url.replace(/\?.*/, ""));
  expect(await postNamed(four)).toMatchObject({ postName: "甲|乙" });
});

it("goes from the template to the result: corrects in place, confirms, and takes back what has not changed since", async () => {
  const [one, two, three] = [code(), code(), code()];
  const page = await upload(
    `${head}${one},第一,驾驶员,启用\n${two},,驾驶员,启用\n${one},重复,驾驶员,启用\n${three},三,没有的,启用\n`,
  );
  const url = page.url.replace(/\?.*/, "");
  expect(page.$("nav[aria-label=行的种类]").text()).toBe("错误 3新增 1修改 0相同 0");
  expect(page.text).toContain(`与第 2 行的岗位编号重复`);

  const refused = await page.submit({}, { press: "确认导入，新增 1 条" });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("有 3 行有错误")]);

  const partly = await (
    await page.submit({ "cell.3.postName": "补上的", "cell.5.postType": "还是没有" }, { press: "改正本页" })
  ).follow();
  expect(partly.text).toContain("改了 2 行，其中 1 行还有错误");
  expect(partly.$("nav[aria-label=行的种类]").text()).toBe("错误 2新增 2修改 0相同 0");
  expect(partly.field("cell.5.postType")).toBe("还是没有");

  const freed = await (
    await person.get(`${url}?kind=wrong&row=4`)
  ).submit({ "cell.4.postCode": code(), "cell.5.postType": "驾驶员" }, { press: "改正本页" });
  const whole = await (await freed.follow()).follow();
  expect(whole.$("nav[aria-label=行的种类]").text()).toBe("错误 0新增 4修改 0相同 0");

  const confirmed = await Promise.all([
    whole.submit({}, { press: "确认导入，新增 4 条" }),
    whole.submit({}, { press: "确认导入，新增 4 条" }),
  ]);
  expect(confirmed.map(({ status }) => status)).toEqual([303, 303]);
  const done = await settled(url);
  expect(done.text).toContain("新增 4 条，修改 0 条，相同 0 条");
  expect(await postNamed(two)).toMatchObject({ postName: "补上的", version: 1 });

  await db().updateTable("post").set({ version: 2, postName: "后来改的" }).where("postCode", "=", three).execute();
  const asked = await person.get(`${url}/undo`);
  expect(asked.text).toContain("新增的 4 条岗位移到回收站");
  await asked.submit();
  const undone = await settled(url);
  expect(undone.text).toContain("1 条岗位没有撤销");
  expect(undone.text).toContain("导入以后又被修改过");
  expect((await postNamed(two))!.deletedAt).not.toBeNull();
  expect(await postNamed(three)).toMatchObject({ postName: "后来改的", deletedAt: null });
});

it("ends a repetition when the row that had the code first is corrected", async () => {
  const [one, two] = [code(), code()];
  const page = await upload(`${head}${one},,驾驶员,启用\n${one},后一个,驾驶员,启用\n`);
  expect(page.$("nav[aria-label=行的种类]").text()).toBe("错误 2新增 0修改 0相同 0");
  const whole = await person.get(`${page.url}?kind=wrong&row=2`);
  const sent = await whole.submit({ "cell.2.postCode": two, "cell.2.postName": "前一个" }, { press: "改正本页" });
  const now = await (await sent.follow()).follow();
  expect(now.$("nav[aria-label=行的种类]").text()).toBe("错误 0新增 2修改 0相同 0");
});

it("shows old and new values, says the same file, and gives the file back with its errors", async () => {
  const one = code();
  const first = await upload(`${head}${one},旧名,驾驶员,启用\n`);
  await first.submit({}, { press: "确认导入，新增 1 条" });
  await settled(first.url);
  const again = await upload(`${head}${one},旧名,驾驶员,启用\n`);
  expect(again.text).toContain("导入过完全相同的文件");
  expect(again.text).toContain("文件内容与已有数据完全相同");
  const page = await upload(`岗位名称,岗位编号,备用列\n新名,${one},x\n,${code()},y\n`);
  expect(page.text).toContain("列的顺序与模板不同");
  expect(page.text).toContain("模板中没有这些列，不会导入：C 列“备用列”");
  const changed = await person.get(`${page.url}?kind=changed`);
  expect(changed.$("tbody td").eq(2).text()).toBe("岗位名称：旧名 → 新名");
  const list = await (await person.send(`${page.url}/errors`)).text();
  expect(list).toMatch(/3,A,岗位名称,,请填写岗位名称/);
  const own = await person.send(`${page.url}/amended`);
  expect(own.headers.get("content-disposition")).toContain(encodeURIComponent("岗位（导入结果）.csv"));
  expect(await own.text()).toMatch(/岗位名称,岗位编号,备用列,导入结果[\s\S]*岗位名称：请填写岗位名称/);
  const some = await page.submit({ onlyGood: "on" }, { press: "确认导入，修改 1 条" });
  expect(some.status).toBe(303);
  expect((await settled(page.url)).$("h2").first().text()).toBe("部分导入");
  expect(await postNamed(one)).toMatchObject({ postName: "新名", version: 2 });
});

it("keeps what is typed into wrong rows when their pages are turned, without losing the place", async () => {
  const codes = Array.from({ length: 23 }, code);
  const first = await upload(head + codes.map((one) => `${one},,驾驶员,启用\n`).join(""));
  const page = await person.get(`${first.url}?kind=wrong&size=20`);
  const typed = { "cell.2.postName": "补上的", "cell.3.postName": "长".repeat(300) };
  const next = await (await page.submit(typed, { press: "下一页" })).follow();
  expect(next.text).toContain("改了 2 行，其中 1 行还有错误");
  expect(next.$("tbody tr").first().attr("id")).toBe("row-3");
  expect(next.field("cell.3.postName")).toBe("长".repeat(300));
  const second = await (await next.submit({}, { press: "末页" })).follow();
  expect(second.$("tbody tr").last().attr("id")).toBe("row-24");
  const whole = await (await second.submit({ "cell.24.postName": "末行" }, { press: "改这一行的其他列" })).follow();
  expect([whole.text, whole.$("nav[aria-label=行的种类]").text()]).toEqual([
    expect.stringContaining("已改正 1 行"),
    expect.stringContaining("错误 21"),
  ]);
  const jumped = await whole.submit({ size: "100", page: "1" }, { press: "跳转" });
  expect(jumped.location).toMatch(/page=1&size=100$/);
});

it("asks which column is which where the header is not ours, and cancels", async () => {
  const one = code();
  const page = await upload(`编码,叫什么,类别,状态\n${one},对应,驾驶员,启用\n`);
  expect(page.$('[role="alert"]').text()).toContain("没有找到必需的列：岗位编号");
  const sent = await page.submit({ "column.postCode": "0", "column.postName": "1" }, { press: "按所选的列重新检查" });
  const now = await settled((await sent.follow()).url);
  expect(now.$("nav[aria-label=行的种类]").text()).toBe("错误 0新增 1修改 0相同 0");
  const ended = await (await (await person.get(`${now.url}/cancel`)).submit()).follow();
  expect(ended.text).toContain("已取消导入");
  expect((await person.get(now.url)).text).toContain("没有改动任何数据");
  expect(await postNamed(one)).toBeUndefined();
});

it("says in words what cannot be read, and keeps what was chosen", async () => {
  const bad = await (
    await person.get("/excel/import")
  ).submit({ templateCode: "post", mode: "update", reason: "试一试" });
  expect([bad.status, bad.errorAt("file")]).toEqual([422, "请选择要导入的文件，或在下面粘贴"]);
  expect([bad.field("mode"), bad.field("reason")]).toEqual(["update", "试一试"]);
  const page = await (
    await person.get("/excel/import")
  ).submit(
    { templateCode: "post" },
    { files: { file: new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 1, 2, 3])], "旧.xls") } },
  );
  const failed = await settled(page.location!);
  expect(failed.$("h2").first().text()).toBe("失败");
  expect(failed.$('[role="alert"]').text()).toMatch(/另存|工作簿|xlsx/);
});

it("is nobody else's, and needs the records' own permission beside its own", async () => {
  const page = await upload(`${head}${code()},别人的,驾驶员,启用\n`);
  const stranger = await enter(await account({ permissions: all, dataScope: "own" }));
  for (const end of ["", "/cancel", "/undo", "/columns", "/amended", "/errors"])
    expect([end, (await stranger.get(page.url + end)).status]).toEqual([end, 404]);
  expect((await stranger.post(page.url, {})).status).toBe(404);
  expect((await stranger.get("/excel/list")).text).toContain("还没有导入过文件");
  const stations = await visitorWith("sheet.read", "sheet.write", "station.read");
  expect((await stations.get(page.url)).status).toBe(404);
  expect((await stations.get("/excel/import")).text).not.toContain("岗位");
  expect((await stations.get("/excel/import/template?template=post")).status).toBe(404);
  const reader = await visitorWith("sheet.read", "sheet.write", "post.read");
  expect((await reader.get(page.url)).$("button").text()).not.toContain("确认导入");
  expect((await reader.post(page.url, {})).status).toBe(303);
  expect(await sql`select from import_batch where state = 'applying'`.execute(db()).then(({ rows }) => rows)).toEqual(
    [],
  );
});

it("makes the person's own file with its errors once, until something else is wrong", async () => {
  const page = await upload(`${head}${code()},,驾驶员,启用\n${code()},,驾驶员,启用\n`);
  const made = () =>
    readdirSync(path.join(settings().DATA_DIR, "incoming")).filter((name) =>
      name.startsWith(`amended-${page.url.split("/").at(-1)}-`),
    );
  const texts = await Promise.all([1, 2, 3].map(async () => (await person.send(`${page.url}/amended`)).text()));
  expect([new Set(texts).size, made().length]).toEqual([1, 1]);
  const [first] = made();
  const file = path.join(settings().DATA_DIR, "incoming", first!);
  const { ino } = statSync(file);
  expect(await (await person.send(`${page.url}/amended`)).text()).toBe(texts[0]);
  expect(statSync(file).ino).toBe(ino);
  await (await page.submit({ "cell.2.postName": "补上" }, { press: "改正本页" })).follow();
  const now = await (await person.send(`${page.url}/amended`)).text();
  expect(now.match(/请填写岗位名称/g)).toHaveLength(1);
  expect(made()).not.toContain(first);
});

it("is taken back only by who may delete what it created, and failed ones stop nobody", async () => {
  const clerk = await account({ permissions: all.filter((one) => one !== "post.delete") });
  const writer = await enter(clerk);
  const page = await upload(`${head}${code()},不能撤销,驾驶员,启用\n`, writer);
  await page.submit({}, { press: "确认导入，新增 1 条" });
  const done = await settled(page.url, writer);
  expect(done.text).not.toContain("撤销导入");
  const refused = await writer.post(`${page.url}/undo`, {});
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("您没有删除岗位的权限")]);

  await sql`insert into stored_file (file_key, file_name, content_type, size_bytes) select md5(n::text), 'x', 'text/plain', 1 from generate_series(1, 31) n`.execute(
    db(),
  );
  const fill = (state: string) =>
    sql`insert into import_batch (import_id, door, kind, template_code, file_name, file_key, file_size, state, created_by, created_by_name)
      select md5(${state} || n::text), 'sheet', 'import', 'post', 'x', (select file_key from stored_file limit 1), 1, ${state}, ${clerk.userId}, 'x' from generate_series(1, 31) n`.execute(
      db(),
    );
  await fill("failed");
  await upload(`${head}${code()},还能上传,驾驶员,启用\n`, writer);
  const kept =
    await sql`select from import_batch where created_by = ${clerk.userId} and state = 'failed' and file_key is not null`.execute(
      db(),
    );
  expect(kept.rows).toHaveLength(30);
  await fill("preview");
  const more = await (
    await writer.get("/excel/import?template=post")
  ).submit({ templateCode: "post" }, { files: { file: csv(`${head}${code()},太多,驾驶员,启用\n`) } });
  expect([more.status, more.errorAt("file")]).toEqual([422, expect.stringContaining("每人最多有 30 个没有确认的导入")]);
});

it("keeps at most thirty imports of a person, also of many begun at once", async () => {
  const clerk = await account({ permissions: ["sheet.read", "sheet.write", "post.read", "post.write"] });
  const writer = await enter(clerk);
  await sql`insert into import_batch (import_id, door, kind, template_code, file_name, file_key, file_size, state, created_by, created_by_name)
    select md5('at once' || n::text), 'sheet', 'import', 'post', 'x', file_key, 1, 'preview', ${clerk.userId}, 'x'
    from generate_series(1, 28) n, (select file_key from stored_file limit 1) one`.execute(db());
  const page = await writer.get("/excel/import?template=post");
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      page.submit({ templateCode: "post" }, { files: { file: csv(`${head}${code()},同时${nth},驾驶员,启用\n`) } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 303).length).toBe(2);
});

it("says owners of fences as people call them, not what was given as it stands", async () => {
  const keeper = await visitorWith("sheet.read", "sheet.write", "fence.read", "fence.write", "depot.read", "line.read");
  const own = await (await keeper.send("/excel/import/export?template=fence&format=csv")).text();
  const [header, ...lines] = own.trim().split("\r\n");
  const owned = lines.find((line) => /^[^,]+,[^,]+,.*场站/.test(line))!;
  expect(owned).toBeDefined();
  const renamed = owned.replace(/^([^,]+),[^,]+/, "$1,改了名的围栏");
  const sent = await (
    await keeper.get("/excel/import?template=fence")
  ).submit({ templateCode: "fence", mode: "both" }, { files: { file: csv(`${header}\r\n${renamed}\r\n`) } });
  const page = await settled(sent.location!, keeper);
  const changed = await keeper.get(`${page.url}?kind=changed`);
  expect(changed.$("tbody td").eq(2).text()).toMatch(/^围栏名称：.+ → 改了名的围栏$/);
});

it.each([
  ["WKT", "polygon((116.38 39.87, 116.382 39.87, 116.382 39.872, 116.38 39.87))"],
  ["lines of coordinates", "116.38,39.87；116.382,39.87; 116.382,39.872"],
  ["GeoJSON", '{"type":"Polygon","coordinates":[[[116.38,39.87],[116.382,39.87],[116.382,39.872],[116.38,39.87]]]}'],
  ["no shape", "在车站旁边"],
])("takes the shape of a fence as %s", async (name, shape) => {
  const keeper = await visitorWith("sheet.read", "sheet.write", "fence.read", "fence.write", "depot.read", "line.read");
  const own = await (await keeper.send("/excel/import/export?template=fence&format=csv")).text();
  const [header = "", ...lines] = own.trim().split("\r\n");
  const row = lines.find((line) => line.includes('"POLYGON'))!;
  const renamed = row.replace(/"POLYGON[^"]*"/, () => `"${shape.replaceAll('"', '""')}"`);
  const sent = await (
    await keeper.get("/excel/import?template=fence")
  ).submit({ templateCode: "fence", mode: "both" }, { files: { file: csv(`${header}\r\n${renamed}\r\n`) } });
  const page = await settled(sent.location!, keeper);
  if (name === "no shape") return expect(page.$("main").text()).toContain("第 1 行“在车站旁边”");
  const changed = await keeper.get(`${page.url}?kind=changed`);
  expect(changed.$("tbody td").eq(2).text()).toMatch(/→ 116\.38,39\.87,116\.382,39\.87,116\.382,39\.872$/);
});

it.skipIf(process.platform !== "linux" || process.env.TEST_DATABASE_URL)(
  "lets pages go first in the database, also where its thread has worked before",
  async () => {
    for (const nth of [1, 2]) {
      const nices = new Set<number>();
      let isOver = false;
      const looking = (async () => {
        while (!isOver) {
          for (const nice of await nicesOfConnections()) nices.add(nice);
          // Asked all the time, the database would have no time for who gives way.
          await sleep(10);
        }
      })();
      await upload(head + `${code()},让路${nth},驾驶员,启用\n`).finally(() => (isOver = true));
      await looking;
      expect([nth, nices.has(19)]).toEqual([nth, true]);
    }
  },
);

/** How far back each of this database's processes stands, from -20 to 19; those that have just ended are left out. */
async function nicesOfConnections(): Promise<number[]> {
  const { rows } = await sql<{
    pid: number;
  }>`select pid from pg_stat_activity where datname = current_database()`.execute(db());
  return rows.flatMap(({ pid }) => {
    try {
      return [getPriority(pid)];
    } catch {
      return [];
    }
  });
}
