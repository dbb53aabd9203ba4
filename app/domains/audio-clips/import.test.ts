import { writeFileSync } from "node:fs";
import path from "node:path";
import iconv from "iconv-lite";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoPhrases } from "~/seed/demo-clips";
import { readingInWords } from "~/transit/sound/name-readings";
import { visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import { toneFile, toneWav } from "../../../tests/kit/sound";
import { zipOf } from "../../transit/gtfs/zip.sample";
import { archiveEntries } from "./archive-entries.server";
import { audioRoom } from "./room";

const { may, url } = audioRoom;
const phrase = demoPhrases[1][1];

beforeAll(startBuiltJobs);

it("reads an archive, says whom each file is for and why, and keeps what is confirmed", async () => {
  const person = await visitorWith(may.read, may.write);
  const [single] = (
    await db()
      .selectFrom("station")
      .select(["staName", "staUuid", "pronunciation"])
      .where("deletedAt", "is", null)
      .execute()
  ).filter(({ staName }, _, all) => all.filter((one) => one.staName === staName).length === 1);
  const archive = zipOf({
    [`录音/${single!.staName}.wav`]: Buffer.from(toneWav(401)),
    "录音/02_新的提示.wav": Buffer.from(toneWav(402)),
    "录音/重复的.wav": Buffer.from(toneWav(402)),
    "录音/坏的.mp3": "这不是声音",
    "__MACOSX/._x.wav": "x",
    ".DS_Store": "x",
  });
  const form = await person.get(`${url}/import`);
  const sent = await form.submit({ language: "zh" }, { files: { file: new File([archive as BlobPart], "语音.zip") } });
  expect(sent.status, sent.text).toBe(303);
  const preview = await person.settled(sent.location!);
  expect(preview.text).toContain("共 4 个文件：可以导入 2 个（站名 1 个");
  expect(preview.text).toMatch(/因为文件名是站名/);
  expect(preview.text).toContain("完全相同");
  const refused = await preview.submit({}, { press: "确认导入" });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("有 1 个文件不能导入")]);
  const rows = preview.$("tbody tr").toArray();
  const named = rows.map((row) => preview.$(row).text()).find((text) => text.includes(`${single!.staName}（站点）`));
  expect(named).toContain(readingInWords(single!.staName, single!.pronunciation));
  const fresh = rows.map((row) => preview.$(row)).find((row) => row.find("td").first().text().includes("02_新的提示"))!;
  const name = fresh.find("input[name^=whom-]").attr("name")!;
  const corrected = await (await preview.submit({ [name]: "改过的提示" }, { press: "保存更正" })).follow();
  expect(corrected.field(name)).toBe("改过的提示");
  expect(corrected.text.match(/由人指定/g)).toHaveLength(1);
  const confirmed = await corrected.submit({ onlyGood: "on" }, { press: "确认导入" });
  expect(confirmed.status, confirmed.text).toBe(303);
  const done = await person.settled(confirmed.location!);
  expect(done.text).toContain("新增2 段");
  const kept = await db()
    .selectFrom("audio")
    .selectAll()
    .where("text", "in", [single!.staName, "改过的提示"])
    .where("source", "=", "recorded")
    .where("format", "=", "wav")
    .where("audioNum", "like", "A%")
    .execute();
  expect(kept.map(({ text, staUuid }) => [text, staUuid]).sort()).toEqual(
    [
      [single!.staName, single!.staUuid],
      ["改过的提示", null],
    ].sort(),
  );
});

it("takes several files of one plain post, one recording for all stations of a name, and names those of which several are read otherwise", async () => {
  const person = await visitorWith(may.read, may.write);
  const twins = await sql<{ staName: string; staUuids: string[] }>`
    select sta_name, array_agg(sta_uuid::text order by sta_uuid) as sta_uuids from station where deleted_at is null and pronunciation is null
    group by 1 having count(*) > 1 order by 1 limit 2`.execute(db());
  const [alike, apart] = twins.rows;
  await sql`update station set pronunciation = ${"x ".repeat(apart!.staName.length).trim()} where sta_uuid = ${apart!.staUuids[0]}`.execute(
    db(),
  );
  const body = new FormData();
  const files = [
    toneFile(501, `${phrase}.wav`),
    toneFile(502, `${alike!.staName}.wav`),
    toneFile(503, `${apart!.staName}.wav`),
  ];
  for (const file of files) body.append("file", file);
  for (const [name, value] of Object.entries({ language: "zh", use: "6", speaker: "2", voiceType: "0" }))
    body.append(name, value);
  const packed = new Response(body);
  const answer = await person.send(`${url}/import`, {
    method: "POST",
    headers: { "content-type": packed.headers.get("content-type")!, "sec-fetch-site": "same-origin" },
    body: await packed.arrayBuffer(),
  });
  expect(answer.status).toBe(303);
  const preview = await person.settled(answer.headers.get("location")!);
  await sql`update station set pronunciation = null where sta_uuid = ${apart!.staUuids[0]}`.execute(db());
  expect(preview.text).toContain("共 3 个文件");
  expect(preview.text).toContain(`有 ${alike!.staUuids.length} 个站叫“${alike!.staName}”，这条录音用于全部`);
  expect(preview.text).toContain(`但有 ${apart!.staUuids.length} 个相同，请选择`);
});

it("reads names in GBK, and leaves out what systems hide", async () => {
  const archive = zipOf({ "ZZZZZZ.wav": Buffer.from(toneWav(403)), "__MACOSX/._ZZZ.wav": "x", "a/.DS_Store": "x" });
  const name = iconv.encode("火车站", "gbk").toString("latin1");
  const plain = archive
    .toString("latin1")
    .replaceAll("ZZZZZZ", name)
    .replaceAll(/(PK\x03\x04..)\x00\x08/gs, "$1\0\0")
    .replaceAll(/(PK\x01\x02....)\x00\x08/gs, "$1\0\0");
  const file = path.join(process.env.DATA_DIR!, "gbk.zip");
  writeFileSync(file, Buffer.from(plain, "latin1"));
  const names: string[] = [];
  for await (const entry of archiveEntries(file, archive.length)) names.push(entry.name);
  expect(names).toEqual(["火车站.wav"]);
});

it("speaks the names that a line's stations lack, pronounced as the station says", async () => {
  const person = await visitorWith(may.read, may.write, "station.read", "line.read");
  const line = await db().selectFrom("line").select("lineUuid").where("lineName", "=", "1路").executeTakeFirstOrThrow();
  await db()
    .deleteFrom("audio")
    .where("staUuid", "is not", null)
    .where("audioNum", ">", "Z002")
    .where("audioNum", "like", "Z%")
    .execute();
  const form = await person.get(`${url}/speak`);
  const sent = await form.submit({ lineUuid: line.lineUuid });
  expect(sent.status, sent.text).toBe(303);
  const done = await person.settled(sent.location!);
  expect(done.text).toMatch(/新增\d+ 段/);
  const spoken = await db()
    .selectFrom("audio")
    .select(["text", "audioName", "staUuid"])
    .where("source", "=", "spoken")
    .execute();
  expect(spoken.length).toBeGreaterThan(2);
  const again = await (await person.get(`${url}/speak`)).submit({ lineUuid: line.lineUuid });
  expect([again.status, again.text]).toEqual([422, expect.stringContaining("没有缺少站名语音的站点")]);
});

it("puts a recording in the place of a spoken clip, and speaks one clip from its text", async () => {
  const person = await visitorWith(may.read, may.write);
  const shown = await (
    await (await person.get(`${url}/new`)).submit({ audioName: "朗读的", text: "请坐好", source: "spoken" })
  ).follow();
  expect(shown.text).toContain("机器人");
  const edit = await person.get(`${shown.url}/edit`);
  const saved = await (await edit.submit({}, { files: { fileUuid: toneFile(601) } })).follow();
  expect(saved.text).toContain("来源录音");
});

it("takes an upload of recordings back: new clips go to the bin, what was spoken is spoken again", async () => {
  const person = await visitorWith(may.read, may.write, may.remove);
  const text = "请勿倚靠车门";
  await (await person.get(`${url}/new`)).submit({ audioName: text, text, source: "spoken" });
  const clips = () =>
    db()
      .selectFrom("audio")
      .select(["text", "source", "audioName", "language", "staUuid"])
      .where("text", "in", [text, "只此一段"])
      .where("deletedAt", "is", null)
      .execute();
  const before = await clips();
  expect(before).toMatchObject([{ source: "spoken" }]);
  const archive = zipOf({ [`${text}.wav`]: Buffer.from(toneWav(701)), "只此一段.wav": Buffer.from(toneWav(702)) });
  const form = await person.get(`${url}/import`);
  const sent = await form.submit({ language: "zh" }, { files: { file: new File([archive as BlobPart], "录音.zip") } });
  const preview = await person.settled(sent.location!);
  const done = await person.settled((await preview.submit({}, { press: "确认导入" })).location!);
  expect(done.text).toContain("新增1 段");
  expect((await clips()).map(({ source }) => source)).toEqual(["recorded", "recorded"]);
  const batch = await person.get(done.$("a:contains(查看或撤销)").attr("href")!);
  expect(batch.$("h1").text()).toBe("批量导入 2 条音频");
  const back = await (await batch.submit({}, { form: "main form[method=post]" })).follow();
  expect(back.text).toContain("已撤销对 2 条音频的导入");
  expect(await clips()).toEqual(before);
});
