import { sql } from "kysely";
import { expect, it } from "vitest";
import { db, newKey } from "~/kit/data/db/pool.server";
import { demoPhrases } from "~/seed/demo-clips";
import { account, enter, visitorWith } from "../../../tests/kit/accounts";
import { sweepFiles } from "~/kit/data/attachments/sweep.server";
import { clipOptions, clipsByKeys, madeClip, releaseMadeClips, stationClips, withMadeClips } from "./queries.server";
import { audioRoom } from "./room";
import { usualShape } from "~/transit/sound/sound";
import { existsSync } from "node:fs";
import type { Viewer } from "~/kit/data/access/viewer";

const { may, url } = audioRoom;

/** A phrase of the demo that no recipe and no generated file holds yet. */
async function demoClip(nth: number) {
  const free = await db()
    .selectFrom("audio")
    .selectAll()
    .where(
      "audioNum",
      "in",
      demoPhrases.map(([number]) => number),
    )
    .where(
      "audioUuid",
      "not in",
      db()
        .selectFrom("voiceVersionAudio")
        .select("audioUuid")
        .where("audioUuid", "is not", null)
        .$castTo<{ audioUuid: string }>(),
    )
    .where("sha256", "not in", db().selectFrom("lineFileClip").select("sha256"))
    .where("deletedAt", "is", null)
    .orderBy("audioNum")
    .execute();
  return free[nth]!;
}

async function recipeWith(audioUuid: string): Promise<string> {
  const versionUuid = newKey();
  await sql`insert into voice_version (version_uuid, version_num, version_name) values (${versionUuid}, ${versionUuid.slice(-8)}, '试验配方')`.execute(
    db(),
  );
  await sql`insert into voice_version_audio (link_uuid, version_uuid, event, voice_use, language, serial, part, audio_uuid)
    values (${newKey()}, ${versionUuid}, 2, 1, 'zh', 1, 'clip', ${audioUuid})`.execute(db());
  return versionUuid;
}

it("keeps a clip that a recipe holds from being deleted, says so, and replaces it everywhere by another", async () => {
  const [held, other] = await Promise.all([demoClip(0), demoClip(1)]);
  const versionUuid = await recipeWith(held.audioUuid);
  const person = await visitorWith(may.read, may.write, may.remove);
  expect((await person.get(`${url}/${held.audioUuid}`)).text).toContain("试验配方");
  const refused = await person.call("/api/line/file/audio/info/delete", { audioUuid: held.audioUuid });
  expect([refused.reason, refused.message]).toEqual(["used", expect.stringContaining("试验配方")]);
  expect((await person.get(`${url}?unused=false&keyword=${held.audioNum}`)).$("tbody").text()).toContain("1 处");
  const ask = await person.get(`${url}/${held.audioUuid}/replace`);
  const same = await ask.submit({ by: held.audioUuid });
  expect([same.status, same.text]).toEqual([422, expect.stringContaining("请选择另一段音频")]);
  const done = await ask.submit({ by: other.audioUuid });
  expect([done.status, done.location]).toEqual([303, `${url}/${other.audioUuid}`]);
  const link = await db()
    .selectFrom("voiceVersionAudio")
    .select("audioUuid")
    .where("versionUuid", "=", versionUuid)
    .executeTakeFirst();
  expect(link?.audioUuid).toBe(other.audioUuid);
  expect((await person.get(`${url}/${held.audioUuid}/history`)).text).toContain(other.audioNum);
  const reader = await visitorWith("voice-version.read");
  const told = (await reader.get(`/voice/public-voice-class/${versionUuid}/history`)).text;
  expect(told).toContain(`全部换成 ${other.audioNum} ${other.audioName}`);
  expect(told).toMatch(new RegExp(`进站·进站内音·普通话：${held.audioName}[^]*${other.audioName}`));
  expect((await person.call("/api/line/file/audio/info/delete", { audioUuid: held.audioUuid })).code).toBe(200);
});

it("replaces a clip in the drafts of line files, whose histories tell it, and leaves those that are generated as they are", async () => {
  const [held, other] = await Promise.all([demoClip(2), demoClip(3)]);
  const boss = await enter(await account({ isSuper: true }));
  const [file] = (await boss.call<Record<string, string>[]>("/api/line/file/info/list", { state: 1 })).data;
  const { classifySid, versionUuid } = file!;
  const draft = await boss.call<{ fileUuid: string }>("/api/line/file/info/add", { classifySid, versionUuid });
  const { fileUuid } = draft.data;
  const [node] = (await boss.call<{ nodeUuid: string }[]>("/api/line/file/node/info/list", { fileUuid })).data;
  const playlist = { nodeUuid: node!.nodeUuid, voiceUse: 1 };
  const items = [{ audioUuid: held.audioUuid }];
  await boss.call("/api/line/file/node/audio/link/batchAdd", { ...playlist, items });
  const done = await (await boss.get(`${url}/${held.audioUuid}/replace`)).submit({ by: other.audioUuid });
  expect(done.location).toBe(`${url}/${other.audioUuid}`);
  const links = await boss.call<{ audioUuid: string }[]>("/api/line/file/node/audio/link/list", playlist);
  expect(links.data.map(({ audioUuid }) => audioUuid)).toEqual([other.audioUuid]);
  expect((await boss.get(`/voice/file-management/${fileUuid}/history`)).text).toContain(other.audioName);
  await boss.call("/api/line/file/info/delete", { fileUuid });
});

it("says which files announce a clip that nothing holds by its key, and counts it as used", async () => {
  const { rows } = await sql<{ audioUuid: string; audioNum: string; staUuid: string }>`
    select audio_uuid, audio_num, sta_uuid from line_file_clip join audio using (sha256) where sta_uuid is not null order by 1 limit 1`.execute(
    db(),
  );
  const { audioUuid, audioNum, staUuid } = rows[0]!;
  const person = await visitorWith(may.read, may.write, "line-file.read");
  const page = await person.get(`${url}/${audioUuid}`);
  expect(page.text).toMatch(/使用它的地方（1）.*要重新生成： ?正在播报它的线路文件 1 条：环1路 主分类 1\.0/);
  expect((await person.get(`${url}/${audioUuid}/replace`)).text).toContain("没有配方、节点或线路文件使用它");
  await sql`update audio set sta_uuid = null where audio_uuid = ${audioUuid}`.execute(db());
  const finds = async (unused: boolean) =>
    (await person.get(`${url}?unused=${unused}&keyword=${audioNum}`)).$("tbody").text().includes(audioNum);
  expect([await finds(true), await finds(false)]).toEqual([false, true]);
  await sql`update audio set sta_uuid = ${staUuid} where audio_uuid = ${audioUuid}`.execute(db());
});

it("answers recipes and line files through its door", async () => {
  const clip = await demoClip(0);
  expect((await clipsByKeys([clip.audioUuid])).get(clip.audioUuid)).toMatchObject({
    audioNum: clip.audioNum,
    isDeleted: false,
  });
  const station = await db().selectFrom("audio").selectAll().where("audioNum", "=", "Z001").executeTakeFirstOrThrow();
  expect((await stationClips([station.staUuid!], "zh")).map(({ audioNum }) => audioNum)).toEqual(["Z001"]);
  const viewer = { orgScope: "all", permissions: new Set<string>() } as unknown as Viewer;
  expect((await clipOptions(viewer, clip.audioNum))[0]).toEqual({
    value: clip.audioUuid,
    label: `${clip.audioNum} ${clip.audioName}`,
  });
  const [made, again] = [await madeClip(clip.sha256, usualShape), await madeClip(clip.sha256, usualShape)];
  expect(again).toEqual(made);
  expect(made.durationMs).toBeGreaterThan(500);
  expect(
    await withMadeClips([clip.sha256], usualShape, (clips) =>
      Promise.resolve(existsSync(clips.get(clip.sha256)!.path)),
    ),
  ).toBe(true);
});

it("keeps what was made of a clip until neither a clip nor a generated file has its sound", async () => {
  const gone = await demoClip(1);
  const { rows } = await sql<{ sha256: string; fileUuid: string }>`
    select sha256, file_uuid from line_file_clip order by sha256 limit 1`.execute(db());
  const [mine, filed] = await Promise.all([gone.sha256, rows[0]!.sha256].map((hash) => madeClip(hash, usualShape)));
  const sweep = async () => {
    await releaseMadeClips();
    await sql`update stored_file set released_at = released_at - interval '8 days', created_at = created_at - interval '8 days'`.execute(
      db(),
    );
    await sweepFiles();
    const left = await sql<{ key: string }>`
      select file_key as key from audio_made join stored_file using (file_key) where file_key = any(${[mine!.fileKey, filed!.fileKey]})`.execute(
      db(),
    );
    return [mine, filed].map((made) => left.rows.some(({ key }) => key === made!.fileKey));
  };
  expect(await sweep()).toEqual([true, true]);
  await sql`update audio set deleted_at = now() where sha256 = any(${[gone.sha256, rows[0]!.sha256]})`.execute(db());
  expect(await sweep()).toEqual([false, true]);
  await sql`update line_file set deleted_at = now() where file_uuid in (select file_uuid from line_file_clip where sha256 = ${rows[0]!.sha256})`.execute(
    db(),
  );
  expect(await sweep()).toEqual([false, false]);
  expect(await sql`select from stored_file where file_key = ${mine!.fileKey}`.execute(db())).toMatchObject({
    rows: [],
  });
});
