import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { workFolder } from "~/kit/data/files/disk.server";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../kit/accounts";
import { hostileSheets } from "./sheets";
import { startBuiltJobs } from "../kit/jobs";
import { isLongRun } from "../kit/long-run";
import { measured, realData } from "../kit/real-data";
import { mayTake, measureSlowness, startCount } from "../kit/slowness";
import type { Answer, Visitor } from "../kit/visit";

const may = ["sheet.read", "sheet.write", "post.read", "post.write", "post.delete"];
const head = "岗位编号,岗位名称,类别,状态\r\n";
let stranger: Visitor;
let one: Visitor;
let other: Visitor;

beforeAll(async () => {
  [stranger, one, other] = await Promise.all([visitorWith(...may), visitorWith(...may), visitorWith(...may)]);
  await startBuiltJobs();
});

async function upload(who: Visitor, content: string | Buffer, name: string): Promise<string> {
  const file = new File([typeof content === "string" ? content : new Uint8Array(content)], name);
  const form = await who.get("/excel/import?template=post");
  const sent = await form.submit({ templateCode: "post", mode: "both" }, { files: { file } });
  expect([sent.status, sent.text.slice(0, 200)]).toEqual([303, expect.anything()]);
  return sent.location!;
}

/** The page of an import as soon as nothing is done with it any more. */
async function settled(who: Visitor, at: string): Promise<Answer> {
  for (const ms of pauses()) {
    const page = await who.get(at);
    if (page.$("progress").length === 0) return page;
    await sleep(ms);
  }
  throw new Error("unreachable");
}

/** Ever longer ones: what is asked meanwhile counts as computing, too, and would be most of it on a busy machine. */
function* pauses() {
  for (let ms = 50; ; ms = Math.min(1000, ms * 1.3)) yield ms;
}

const posts = async (like = "%") =>
  (
    await sql<{ postCode: string; postName: string; version: number }>`
    select post_code, post_name, version from post where deleted_at is null and post_code like ${like} order by 1`.execute(
      db(),
    )
  ).rows;

const working = () => (existsSync(workFolder()) ? readdirSync(workFolder()) : []);

describe("a file made to hurt, uploaded as posts", () => {
  // Their like are read by tests/hostile/hostile-files.test.ts, too.
  const left = /beyond|relations|no such part|cut short|last cell/;
  const files = hostileSheets.filter(({ name, reader, costly }) => reader === "sheet" && !costly && !left.test(name));

  const asked = isLongRun ? files : files.filter((_, place) => place % 7 === 0);

  it.each(asked.map((file) => [file.name, file] as const))("%s", async (name, file) => {
    const content = await file.make();
    const before = { posts: await posts(), rss: process.memoryUsage.rss() };
    let most = before.rss;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    const at = await upload(stranger, content, name);
    const count = startCount();
    let slowest = 0;
    const ended = new AbortController();
    const reading = (async () => {
      for (const ms of pauses()) {
        if (ended.signal.aborted) return;
        const asked = performance.now();
        expect((await other.get("/personnel/post-management")).status).toBe(200);
        slowest = Math.max(slowest, performance.now() - asked);
        await sleep(ms);
      }
    })();
    const page = await settled(stranger, at).finally(() => ended.abort());
    await reading;
    const seconds = count() / 1000;
    clearInterval(watch);
    measured(
      name,
      `${seconds.toFixed(1)} s`,
      `${Math.round((most - before.rss) / 2 ** 20)} MB`,
      page.$("h2").first().text(),
    );
    expect(page.text).toMatch(/失败|没有找到必需的列|文件里没有内容|重复的列/);
    expect(page.$("[role=alert]").text() || page.text).toMatch(/\p{Script=Han}{4}/u);
    // Of the thread that reads 4.5, and the pages asked for meanwhile.
    expect(seconds).toBeLessThan(mayTake(7));
    expect((most - before.rss) / 2 ** 20).toBeLessThan(300);
    expect(slowest).toBeLessThan(mayTake(3000 * measureSlowness()));
    expect(await posts()).toEqual(before.posts);
    expect(working()).toEqual([]);
  });
});

it("workbooks of other programs, uploaded as posts, say in words why they do not fit", async () => {
  const folder = realData("xlsx", "workbooks of other programs, uploaded as posts");
  if (!folder) return;
  const before = await posts();
  const names = readdirSync(folder).filter((one) => one.endsWith(".xlsx"));
  for (const name of isLongRun ? names : names.filter((_, place) => place % 6 === 0)) {
    const page = await settled(stranger, await upload(stranger, readFileSync(path.join(folder, name)), name));
    expect(page.text, name).toMatch(/失败|没有找到必需的列|文件里没有内容|重复的列/);
    expect(page.$("a, button").text(), name).toContain("取消");
  }
  expect(await posts()).toEqual(before);
  expect(working()).toEqual([]);
});

describe("two people import the same rows at once", () => {
  const rows = (words: string) =>
    head + Array.from({ length: 30 }, (_, at) => `TWO${at + 10},${words}${at},驾驶员,启用\r\n`).join("");

  async function both(words: readonly [string, string], press: string): Promise<Answer[]> {
    const people = [one, other];
    const at = await Promise.all(people.map((who, place) => upload(who, rows(words[place]!), `${words[place]}.csv`)));
    const pages = await Promise.all(people.map((who, place) => settled(who, at[place]!)));
    const sent = await Promise.all(pages.map((page) => page.submit({}, { press })));
    expect(sent.map(({ status }) => status)).toEqual([303, 303]);
    return Promise.all(people.map((who, place) => settled(who, at[place]!)));
  }

  it("new ones are made once and changed ones once, and who came late is told row by row", async () => {
    const made = await both(["甲", "乙"], "确认导入，新增 30 条");
    expect(made.map(({ text }) => /新增 (\d+) 条/.exec(text)?.[1]).sort()).toEqual(["0", "30"]);
    const stored = await posts("TWO%");
    expect(stored).toHaveLength(30);
    expect(new Set(stored.map(({ postName }) => postName[0])).size).toBe(1);
    const changed = await both(["丙", "丁"], "确认导入，修改 30 条");
    expect(changed.map(({ text }) => /修改 (\d+) 条/.exec(text)?.[1]).sort()).toEqual(["0", "30"]);
    expect(changed.some(({ text }) => text.includes("检查以后又被修改或删除"))).toBe(true);
    expect((await posts("TWO%")).map(({ version }) => version)).toEqual(Array(30).fill(2));
  });
});

it("a check that is cancelled stops at once and makes way for the next", async () => {
  const rows = Array.from({ length: 40_000 }, (_, at) => `CAN${at},取消,驾驶员,启用\r\n`).join("");
  const at = await upload(one, head + rows, "大文件.csv");
  await vi.waitFor(async () => expect((await one.get(at)).text).toMatch(/已检查 \d+ 行/), { timeout: 180_000 });
  const count = startCount();
  await (await one.get(`${at}/cancel`)).submit();
  const next = await upload(other, head + "NEXT1,下一个,驾驶员,启用\r\n", "下一个.csv");
  expect((await settled(other, next)).text).toContain("新增 1 条");
  expect(count()).toBeLessThan(mayTake(4000));
  await (await other.get(`${next}/cancel`)).submit();
  expect((await one.get(at)).text).toContain("已取消");
  expect(await posts("CAN%")).toEqual([]);
  expect(working()).toEqual([]);
});
