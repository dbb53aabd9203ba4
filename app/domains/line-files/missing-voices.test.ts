import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { jobs } from "~/jobs.server";
import { db } from "~/kit/data/db/pool.server";
import { startJobs, stopJobs } from "~/kit/data/jobs/jobs.server";
import { demoNames } from "~/seed/demo-city";
import { demoVisitor } from "../../../tests/kit/accounts";
import type { Visitor } from "../../../tests/kit/visit";
import { addRecipe, variantOf } from "./line-files.sample";
import type { FileRow } from "./schema";

let clerk: Visitor;
let file: FileRow;

beforeAll(async () => {
  clerk = await demoVisitor("admin");
  await startJobs(jobs);
  const { classifySid } = await variantOf(demoNames.lines.night);
  const { versionUuid } = await addRecipe();
  // The next stop in English, too.
  await sql`insert into voice_version_audio (link_uuid, version_uuid, event, voice_use, language, serial, part)
    select replace(gen_random_uuid()::text, '-', ''), ${versionUuid}, 3, 3, 'en', 1, 'nextStation'`.execute(db());
  await sql`delete from audio where source = 'spoken' or sta_uuid is not null`.execute(db()).catch(() => undefined);
  const { data } = await clerk.call<FileRow>("/api/line/file/info/add", { classifySid, versionUuid });
  file = data;
});
afterAll(() => stopJobs());

it("lists each name that is missing once in each language, has all spoken at one press, and leads back to the file", async () => {
  const at = `/voice/file-management/${file.fileUuid}`;
  const page = await clerk.get(at);
  const rows = page.$("section:has(h2:contains(缺少的语音)) tbody tr");
  const told = rows.get().map((row) =>
    page
      .$(row)
      .find("td")
      .get()
      .map((cell) => page.$(cell).text()),
  );
  expect(told.length).toBeGreaterThan(5);
  expect(new Set(told.map(([words, , language]) => `${language} ${words}`)).size).toBe(told.length);
  expect(new Set(told.map(([, , language]) => language))).toEqual(new Set(["普通话", "英语"]));
  expect(page.$("h2:contains(缺少的语音)").text()).toBe(`缺少的语音（${told.length}）`);
  expect(page.text).toContain(`生成前要处理的 ${told.length} 个错误`);

  // A recording of one's own begins with the words.
  const [words] = told[0]!;
  const own = await clerk.get(page.$("a:contains(上传或录音)").first().attr("href")!);
  expect([own.$("[name=audioName]").val(), own.$("textarea[name=text]").text().trim()]).toEqual([words, words]);

  const pressed = await page.submit({}, { press: `朗读这 ${told.length} 段` });
  expect([pressed.status, pressed.location]).toEqual([303, expect.stringContaining(`from=${encodeURIComponent(at)}`)]);
  const done = await clerk.settled(pressed.location!);
  expect(done.$(`a[href="${at}"]`).text()).toContain("回到线路文件");
  const other = (
    await sql<{ key: string }>`
    select import_id as key from import_batch where door = 'audio' and kind = 'speak' order by created_at desc, import_id desc limit 2`.execute(
      db(),
    )
  ).rows;
  for (const { key } of other) await clerk.settled(`/voice/voice-library/import/${key}`);
  const after = await clerk.get(at);
  expect(after.$("h2:contains(缺少的语音)").length).toBe(0);
  expect(after.text).toContain("可以生成");
  const elsewhere = await clerk.get(`${pressed.location!.split("?")[0]}?from=https://elsewhere.example/`);
  expect(elsewhere.$('a[href^="https://elsewhere"]').length).toBe(0);
}, 60_000);
