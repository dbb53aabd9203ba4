import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { may } from "~/domains/roads/policy";
import { readMapApart } from "~/domains/roads/read-apart.server";
import { jobs } from "~/jobs.server";
import { startJobs, stopJobs } from "~/kit/data/jobs/jobs.server";
import { enterAlone } from "~/kit/page/import-flow/one-at-a-time.server";
import { town } from "~/transit/osm/town.sample";
import { toOsmXml } from "~/transit/osm/write-xml";
import { visitorWith } from "../kit/accounts";
import { hostileFiles } from "./files";
import { mostMegabytes, mostSeconds, readHostile } from "./hostile-file";
import { manyWays } from "./maps";
import { isLongRun } from "../kit/long-run";
import { mayTake, measureSlowness } from "../kit/slowness";
import type { Answer, Visitor } from "../kit/visit";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

describe("a file made to hurt is answered in words, in its time and its memory", () => {
  const files = hostileFiles.filter(({ costly }) => !costly);
  const asked = isLongRun ? files : files.filter((_, place) => place % 3 === 0);

  it.each(asked.map((file) => [file.name, file] as const))("%s", async (_, file) => {
    const content = await file.make();
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
    const { words, seconds, computing } = await readHostile({ ...file, make: () => content });
    clearInterval(watch);
    expect(words).toMatch(file.says);
    expect(words).toMatch(/\p{Script=Han}|^read: /u);
    // On a busy machine the clock says more of the others.
    expect(Math.min(seconds, computing)).toBeLessThan(mayTake(mostSeconds[file.reader]));
    expect((most - before) / 2 ** 20).toBeLessThan(mostMegabytes[file.reader]);
  });
});

describe("imports of large files", () => {
  const at = "/map/data-down-load";
  let person: Visitor;

  beforeAll(async () => {
    person = await visitorWith(may.read, may.import);
    await startJobs(jobs);
  });
  afterAll(stopJobs);

  async function upload(content: string | Buffer, name: string): Promise<string> {
    const form = await person.get(`${at}/import`);
    const bytes = typeof content === "string" ? content : new Uint8Array(content);
    const sent = await form.submit({}, { files: { file: new File([bytes], name) } });
    expect(sent.status).toBe(303);
    return sent.location!;
  }

  async function until(page: string, fits: (answer: Answer) => boolean): Promise<Answer> {
    for (const end = Date.now() + 120_000; ; await new Promise((go) => setTimeout(go, 100))) {
      const answer = await person.get(page);
      if (fits(answer)) return answer;
      if (Date.now() > end) throw new Error(answer.text.slice(0, 500));
    }
  }

  it("say at the import which limit a hostile one is beyond", async () => {
    const hostile = hostileFiles.find(({ name }) => name === "eight million empty texts.pbf")!;
    const page = await until(await upload(Buffer.from(await hostile.make()), "empty.pbf"), ({ text }) =>
      text.includes("失败"),
    );
    expect(page.$('[role="alert"]').text()).toContain("单个数据块的文字过多，超过 500,000 段");
  });

  it("wait for one another and say so; one that is cancelled meanwhile is never read", async () => {
    const leave = await enterAlone(new AbortController().signal, () => Promise.resolve());
    const first = await upload(toOsmXml(town()), "first.osm");
    expect((await until(first, ({ text }) => text.includes("前面还有"))).text).toContain(
      "等待读取：前面还有文件在导入，完成后自动开始",
    );
    await (await person.get(`${first}/cancel`)).submit();
    const second = await upload(toOsmXml(town()), "second.osm");
    leave();
    await until(second, ({ text }) => text.includes("核对（还没有改动数据）") && !text.includes("等待读取"));
    expect((await person.get(first)).text).toContain("导入已取消");
  });

  it("that are cancelled while they are read make way for the next at once", async () => {
    const page = await upload(manyWays(300_000), "large.osm");
    await until(page, ({ text }) => text.includes("正在读取"));
    await (await person.get(`${page}/cancel`)).submit();
    const began = Date.now();
    const leave = await enterAlone(AbortSignal.timeout(120_000), () => Promise.resolve());
    expect(Date.now() - began).toBeLessThan(mayTake(4000 * measureSlowness()));
    leave();
    expect((await person.get(page)).text).toContain("导入已取消");
  });
});

it("a reader ends with whoever asked it", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "stopped-"));
  const file = path.join(folder, "large.osm");
  await writeFile(file, manyWays(300_000));
  const stop = new AbortController();
  let told = 0;
  const reading = readMapApart(file, { signal: stop.signal, progress: () => told++ });
  const stopped = expect(reading).rejects.toThrow("enough");
  while (told === 0) await new Promise((go) => setTimeout(go, 10));
  const began = Date.now();
  stop.abort(new Error("enough"));
  await stopped;
  expect(Date.now() - began).toBeLessThan(mayTake(1000 * measureSlowness()));
  expect(process.getActiveResourcesInfo().filter((one) => one === "MessagePort" || one === "Worker")).toEqual([]);
  await rm(folder, { recursive: true });
});
