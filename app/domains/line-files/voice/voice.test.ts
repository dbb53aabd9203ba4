import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { audioRoom } from "~/domains/audio-clips/room";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { readingInWords } from "~/transit/sound/name-readings";
import { visitorWith } from "../../../../tests/kit/accounts";
import { api } from "../../../../tests/kit/visit";
import { addRecipe, addStationClips, variantOf } from "../line-files.sample";
import { checkVoices } from "../checks/check-voices.server";
import { may } from "../policy";
import type { FileRow } from "../schema";

type Person = Awaited<ReturnType<typeof visitorWith>>;

let clerk: Person;
let call: ReturnType<typeof api>["call"];
let file: FileRow;
let classifySid: string;
const url = () => `/voice/line-station-voice/${file.fileUuid}`;

beforeAll(async () => {
  clerk = await visitorWith(...Object.values(may), audioRoom.may.read);
  call = api(clerk.token).call;
  const variant = await variantOf(demoNames.lines.night);
  classifySid = variant.classifySid;
  await addStationClips(variant);
  const { versionUuid } = await addRecipe();
  file = (await call<FileRow>("/api/line/file/info/add", { classifySid, versionUuid })).data;
});

const rowsOf = async (page: string) => {
  const shown = await clerk.get(page);
  expect([page, shown.status]).toEqual([page, 200]);
  return shown
    .$("tr[data-station-serial]")
    .get()
    .map((row) => shown.$(row).text().replaceAll(/\s+/g, " "));
};

/** The first stop that the file knows. */
const firstStation = () =>
  db()
    .selectFrom("lineFileNode")
    .innerJoin("station", "station.staUuid", "lineFileNode.staUuid")
    .select(["staName", "pronunciation"])
    .where("fileUuid", "=", file.fileUuid)
    .where("lineFileNode.direction", "=", 1)
    .orderBy("lineFileNode.serial")
    .executeTakeFirstOrThrow();

describe("the voices of a line's file, without JavaScript", () => {
  it("are found in the list, and shown by node with what is heard inside and outside", async () => {
    const list = await clerk.get(`/voice/line-station-voice?keyword=${encodeURIComponent(demoNames.lines.night)}`);
    expect(list.$(`a[href="${url()}"]`).text()).toContain(demoNames.lines.night);
    const rows = await rowsOf(url());
    expect(rows.length).toBeGreaterThan(5);
    const { staName } = await firstStation();
    expect(rows[0]).toContain(`${readingInWords(staName)}，起点出站`);
    expect(rows[0]).toMatch(/起点出站.*普通话下一站 \+ /);
    expect(rows.at(-1)).toMatch(/终点进站.*普通话到站了 \+ /);
  });

  it("take a node by hand, with clips and texts of its own, and let it go again", async () => {
    const choose = await clerk.get(`${url()}/nodes/new?direction=1`);
    const type = choose.$("select[name=typeUuid] option:contains(安全)").attr("value")!;
    const form = await clerk.get(`${url()}/nodes/new?direction=1&typeUuid=${type}`);
    const nowhere = await form.submit({ name: "学校门口" });
    expect([nowhere.status, nowhere.errorAt("lng")]).toEqual([422, expect.stringContaining("请在地图上选一点")]);
    const far = await form.submit({ name: "学校门口", lng: "116.9", lat: "39.2" });
    expect([far.status, far.errorAt("lng")]).toEqual([422, expect.stringContaining("离路径")]);
    const more = await form.submit({ name: "学校门口", distance: "700", radius: "60" }, { press: "添加一段" });
    const { arrived } = await recipeClip();
    const saved = await more.submit({ "items[0].voiceUse": "1", "items[0].audioUuid": arrived });
    expect([saved.status, saved.location]).toEqual([303, `${url()}?direction=1`]);
    const row = (await rowsOf(url())).find((text) => text.includes("学校门口"))!;
    expect(row).toMatch(/安全.*700.*60.*到站了.*本节点专用/);

    const key = await keyOf("学校门口");
    const edit = await clerk.get(`${url()}/nodes/${key}`);
    const changed = await edit.submit({ radius: "80", "items[0].audioUuid": "", "items[0].text": "前方学校" });
    expect(changed.status).toBe(303);
    expect((await rowsOf(url())).find((text) => text.includes("学校门口"))).toMatch(/80.*前方学校/);
    await call("/api/line/file/node/info/update", { nodeUuid: await keyOf(""), radius: 44 });
    const stale = await edit.submit({ radius: "90" });
    expect([stale.status, stale.text.includes("别人刚刚改过这个节点")]).toEqual([422, true]);
    expect((await stale.submit({})).status).toBe(303);

    const gone = await (await clerk.get(`${url()}/nodes/${key}/delete`)).submit();
    expect(gone.status).toBe(303);
    expect((await rowsOf(url())).join()).not.toContain("学校门口");
  });

  it("follow a clip that is replaced by another, which the draft keeps a note of", async () => {
    const { rows } = await sql<{ audioUuid: string; audioName: string }>`
      select audio_uuid, audio_name from audio where sta_uuid is not null and format = 'wav' and deleted_at is null order by audio_name limit 2`.execute(
      db(),
    );
    const [gone, by] = rows as [(typeof rows)[number], (typeof rows)[number]];
    const nodeUuid = await keyOf("");
    const items = [{ audioUuid: gone.audioUuid }, { text: "请注意" }];
    const set = await call("/node/audio/link/batchAdd", { nodeUuid, voiceUse: 1, items });
    expect(set.success, set.message).toBe(true);
    const librarian = await visitorWith(audioRoom.may.read, audioRoom.may.write);
    const done = await (await librarian.get(`${audioRoom.url}/${gone.audioUuid}/replace`)).submit({ by: by.audioUuid });
    expect(done.status, done.text).toBe(303);
    const history = (await clerk.get(`/voice/file-management/${file.fileUuid}/history`)).$("section").first().text();
    expect(history).toMatch(new RegExp(`全部换成 \\S+ ${by.audioName}`));
    expect(history).toMatch(
      new RegExp(`进站内音：${gone.audioName} \\+ 请注意[^]*进站内音：${by.audioName} \\+ 请注意`),
    );
    await call("/node/audio/link/batchAdd", { nodeUuid, voiceUse: 1, items: [] });
  });

  it("take several steps of the map at once, and keep them where somebody saved in between or a node is gone", async () => {
    const [key, to] = [await keyOf(""), `${url()}?direction=1`];
    const version = async () => {
      const page = await clerk.get(to);
      return (JSON.parse(page.$("[data-island=nodeMap]").attr("data-props")!) as { version: number }).version;
    };
    const rowOf = async () => (await clerk.get(url())).$(`tr[data-node="${key}"] [data-of]`).text();
    const seen = await version();
    const before = await rowOf();
    const steps = {
      "steps[0].nodeUuid": key,
      "steps[0].distance": "120.4",
      "steps[1].nodeUuid": key,
      "steps[1].radius": "37",
    };
    const empty = await clerk.post(to, { version: String(seen) });
    expect([empty.status, empty.text.includes("还没有移动节点")]).toEqual([422, true]);
    await call("/api/line/file/node/info/update", { nodeUuid: await keyOf("", file.fileUuid, 2), radius: 46 });
    const stale = await clerk.post(to, { ...steps, version: String(seen) });
    expect([stale.status, stale.$("[role=alert]").text()]).toEqual([422, expect.stringContaining("就以您的为准")]);
    const held = JSON.parse(stale.$("[data-island=nodeMap]").attr("data-props")!) as {
      steps: object[];
      version: number;
    };
    expect(held.steps).toEqual([
      { nodeUuid: key, distance: 120.4 },
      { nodeUuid: key, radius: 37 },
    ]);
    const gone = { ...steps, "steps[2].nodeUuid": "0".repeat(32), "steps[2].radius": "40" };
    const missing = await clerk.post(to, { ...gone, version: String(held.version) });
    expect([missing.status, missing.$("[role=alert]").text()]).toEqual([
      422,
      expect.stringContaining("刚刚被别人删除"),
    ]);
    expect(await rowOf()).toBe(before);
    expect((await clerk.post(to, { ...steps, version: String(held.version) })).location).toBe(to);
    expect(await rowOf()).toMatch(/^\d+12037\d+°$/);
  });

  it("are heard as a trip: each node once and in order, with its time, its players and what is missing", async () => {
    const trip = await clerk.get(`${url()}/trip?direction=1`);
    const times = trip
      .$("tr[data-station-serial] td:first-child")
      .get()
      .map((cell) => trip.$(cell).text())
      .map((text) => Number(text.split(":")[0]) * 60 + Number(text.split(":")[1]));
    expect(times.every(Number.isFinite)).toBe(true);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const sound = trip.$("[data-heard=inside] audio").first().attr("src")!;
    const heard = await clerk.send(sound);
    expect([heard.status, (await heard.arrayBuffer()).byteLength > 100]).toEqual([200, true]);
    expect(trip.text).toMatch(/录音 [1-9]\d* 段/);
    await sql`update audio set is_valid = false where text = '下一站'`.execute(db());
    expect((await clerk.get(`${url()}/trip?direction=1`)).text).toContain("缺语音：");
    await sql`update audio set is_valid = true where text = '下一站'`.execute(db());
  });

  it("stand still once generated, and show their history with two files compared", async () => {
    const first = await call("/api/line/file/info/generateFile", { fileUuid: file.fileUuid });
    expect(first).toMatchObject({ success: true });
    expect((await clerk.get(`${url()}/nodes/new?direction=1`)).status).toBe(409);
    const late = { "steps[0].nodeUuid": await keyOf(""), "steps[0].radius": "51" };
    const refused = await clerk.post(`${url()}?direction=1`, late);
    expect([refused.status, refused.$("[role=alert]").text()]).toEqual([422, expect.stringContaining("已生成")]);
    const next = (await call<FileRow>("/api/line/file/info/copy", { fileUuid: file.fileUuid })).data;
    const key = await keyOf("", next.fileUuid);
    await call("/api/line/file/node/info/update", { nodeUuid: key, radius: 99 });
    expect(await call("/api/line/file/info/generateFile", { fileUuid: next.fileUuid })).toMatchObject({
      success: true,
    });
    const list = await clerk.get("/voice/line-station-voice-history");
    expect(list.text).toContain(demoNames.lines.night);
    const time = await clerk.get(`/voice/line-station-voice-history?classifySid=${classifySid}`);
    expect(time.text).toMatch(/移动或改设置的节点 1 个/);
    const compared = await clerk.get(
      `/voice/line-station-voice-history/compare?before=${file.fileUuid}&after=${next.fileUuid}`,
    );
    expect(compared.$("tbody tr").length).toBe(1);
    expect(compared.text).toContain("半径 99");
  });

  it("are hidden from who may not read them, and kept from who may not write", async () => {
    const reader = await visitorWith(may.read);
    expect((await reader.get(`${url()}/nodes/new`)).location).toMatch(/^\/401/);
    expect((await reader.post(url(), {})).location).toMatch(/^\/401/);
    const nobody = await visitorWith("station.read");
    for (const page of [url(), `${url()}/trip`, `${url()}/drawing`, "/voice/line-station-voice-history"])
      expect([page, (await nobody.get(page)).location]).toEqual([page, expect.stringMatching(/^\/401/)]);
  });
});

async function keyOf(name: string, fileUuid = file.fileUuid, nth = 1): Promise<string> {
  const { rows } = await sql<{ nodeUuid: string }>`
    select node_uuid from line_file_node where file_uuid = ${fileUuid} and name like ${`${name}%`} and event is distinct from 1 order by direction, serial limit 1 offset ${nth - 1}`.execute(
    db(),
  );
  return rows[0]!.nodeUuid;
}

async function recipeClip(): Promise<{ arrived: string }> {
  const { rows } = await sql<{ arrived: string }>`
    select audio_uuid as arrived from voice_version_audio where version_uuid = ${file.versionUuid} and event = 2 and serial = 1 limit 1`.execute(
    db(),
  );
  return rows[0]!;
}

it("are looked through for all lines, the worst first, and anew only where something has changed", async () => {
  const checks = "/voice/line-station-voice/completeness";
  const first = await checkVoices();
  expect(first.rows).toBeGreaterThan(1);
  expect(await checkVoices()).toEqual({ rows: 0 });
  const page = await clerk.get(checks);
  const missing = page
    .$("tbody tr")
    .get()
    .map((row) => Number(page.$(row).find("td").eq(3).text()));
  expect(missing[0]).toBeGreaterThan(0);
  expect(missing).toEqual([...missing].sort((a, b) => b - a));
  const home = await clerk.get("/homepage");
  expect(home.text).toMatch(/[1-9]\d* 条线路缺 [1-9]\d* 段语音/);
  await sql`update audio set is_valid = false where text = '下一站'`.execute(db());
  expect((await checkVoices()).rows).toBeGreaterThan(0);
  await sql`update audio set is_valid = true where text = '下一站'`.execute(db());
  expect((await page.submit({}, { form: "form[method=post]" })).status).toBe(303);
});
