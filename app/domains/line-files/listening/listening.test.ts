import { sql } from "kysely";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { walkFrames } from "~/transit/sound/formats/mpeg-frames";
import { demoVisitor } from "../../../../tests/kit/accounts";
import type { Visitor } from "../../../../tests/kit/visit";
import { addRecipe, addStationClips, type DemoVariant, variantOf } from "../line-files.sample";
import type { FileRow } from "../schema";

const info = "/api/line/file/info";
let clerk: Visitor;
let variant: DemoVariant;
let versionUuid: string;

const good = async <T>(address: string, body: object): Promise<T> => {
  const { data, success, message, errors } = await clerk.call<T>(address, body);
  if (!success) throw new Error(`${address}: ${message} ${JSON.stringify(errors)}`);
  return data;
};

beforeAll(async () => {
  clerk = await demoVisitor("admin");
  variant = await variantOf(demoNames.lines.night);
  await addStationClips(variant);
  ({ versionUuid } = await addRecipe());
});

// What somebody has heard of the line changes what is asked of its next file.
beforeEach(() => sql`delete from line_file_heard`.execute(db()));

/** A file of the line as it is generated now. */
async function generated(): Promise<FileRow> {
  const [known] = await good<FileRow[]>(`${info}/list`, { classifySid: variant.classifySid, state: 0 });
  const draft = known ?? (await good<FileRow>(`${info}/add`, { classifySid: variant.classifySid, versionUuid }));
  return good<FileRow>(`${info}/generateFile`, { fileUuid: draft.fileUuid });
}

const pageOf = ({ fileUuid }: FileRow) => `/voice/file-management/${fileUuid}`;

const issue = ({ fileUuid }: FileRow) =>
  clerk.call("/line-file-multi-task/add", {
    taskName: "试听以后",
    taskType: 2,
    files: [fileUuid],
    targets: { lineUuids: [variant.lineUuid] },
  });

const soundOf = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await clerk.send(address, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

it("lets nothing go out unheard: who has listened says what, in a time that was long enough, or why not", async () => {
  const file = await generated();
  expect((await issue(file)).errors).toEqual([
    expect.objectContaining({ path: "files.0", message: expect.stringContaining("还没有人听过") }),
  ]);
  const before = await clerk.get(pageOf(file));
  expect(before.$("form button:contains(下发)").length).toBe(0);
  expect(before.$("a.primary").text()).toContain("试听");

  const page = await clerk.get(`${pageOf(file)}/listen`);
  const keys = page.$("[name=parts]").get().map((box) => page.$(box).val() as string); // prettier-ignore
  expect(keys.length).toBeGreaterThan(1);
  const none = await page.submit({});
  expect([none.status, none.$("[role=alert]").text()]).toEqual([422, expect.stringContaining("请写明不听的原因")]);
  const some = await page.submit({ parts: keys[0]! });
  expect([some.status, some.$("[role=alert]").text()]).toEqual([422, expect.stringContaining("没有全部听过")]);
  const soon = await page.submit({ parts: keys });
  expect([soon.status, soon.$("[role=alert]").text()]).toEqual([422, expect.stringContaining("不够听完")]);
  expect(soon.$("[name=parts]:checked").length).toBe(keys.length);
  const heard = await soon.submit({ openedAt: String(Date.now() - 3_600_000) });
  expect([heard.status, heard.location]).toEqual([303, pageOf(file)]);
  const after = await clerk.get(pageOf(file));
  expect(after.text).toMatch(/试听.*听过/);
  expect(after.$("form button:contains(下发)").length).toBe(1);
  const done = await clerk.get(`${pageOf(file)}/listen`);
  expect(done.$("section:has(h2:contains(谁听过)) tbody tr").length).toBe(1);
  expect((await issue(file)).success).toBe(true);
  await sql`update issue_task set deleted_at = now() where task_name = '试听以后'`.execute(db());
});

it("plays a part, and an announcement of it, as one sound that a player can seek in, as the file was generated", async () => {
  const file = await generated();
  const page = await clerk.get(`${pageOf(file)}/listen`);
  const address = page.$("audio").first().attr("src")!;
  const whole = await soundOf(address);
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  const walked = walkFrames(whole.bytes)!;
  expect([walked.tags.length, walked.isCut, walked.spoiltAfter, walked.behind]).toEqual([0, false, undefined, 0]);
  const { rows } = await sql<{ seconds: number }>`
    select sum(seconds)::float8 as seconds from (
      select coalesce((select sum((c->>'durationMs')::float8) from jsonb_array_elements(p->'items') i, lateral (select f.contents->'clips'->((i->>'clip')::int - 1) as c) one) / 1000, 0) + 0.7 as seconds
      from line_file f, jsonb_array_elements(f.contents->'nodes') n, jsonb_array_elements(n->'playlists') p
      where f.file_uuid = ${file.fileUuid} and n->>'direction' = '1' and (n->>'isBroadcast')::boolean and (p->>'voiceUse')::int % 2 = 1) each`.execute(
    db(),
  );
  // Each clip is up to two frames longer than what it holds.
  const seconds = (walked.frames * 576) / 22_050;
  expect(seconds).toBeGreaterThan(rows[0]!.seconds);
  expect(seconds).toBeLessThan(rows[0]!.seconds * 1.15);

  const part = await soundOf(address, { range: "bytes=100-299" });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 100-299/${whole.bytes.length}`]);
  expect(part.bytes.equals(whole.bytes.subarray(100, 300))).toBe(true);
  const known = await soundOf(address, { "if-none-match": whole.headers.get("etag")! });
  expect([known.status, known.headers.get("cache-control")]).toEqual([304, "private, no-cache"]);

  const trip = await clerk.get(`/voice/line-station-voice/${file.fileUuid}/trip`);
  const players = trip.$("td[data-heard=inside] audio").get().map((one) => trip.$(one).attr("src")!); // prettier-ignore
  let together = 0;
  for (const src of players) {
    const one = await soundOf(src);
    expect([src, one.status]).toEqual([src, 200]);
    together += one.bytes.length;
  }
  expect(together).toBe(whole.bytes.length);

  // A clip that is replaced afterwards is not heard in a file that was generated with the one before.
  await sql`update audio set is_valid = false where sta_uuid is not null`.execute(db());
  expect((await soundOf(address)).bytes.equals(whole.bytes)).toBe(true);
  await sql`update audio set is_valid = true where sta_uuid is not null`.execute(db());
  expect((await soundOf(`/voice/line-station-voice/${file.fileUuid}/sound?part=3-inside`)).status).toBe(404);
});

it("asks to listen to what has changed only, where somebody heard all of the file before", async () => {
  const first = await generated();
  const listened = await clerk.get(`${pageOf(first)}/listen`);
  const keys = listened.$("[name=parts]").get().map((box) => listened.$(box).val() as string); // prettier-ignore
  const said = await listened.submit({ parts: keys, openedAt: String(Date.now() - 3_600_000) });
  expect(said.status, said.text).toBe(303);

  const second = await good<FileRow>(`${info}/copy`, { fileUuid: first.fileUuid }).then(generated);
  const same = await clerk.get(`${pageOf(second)}/listen`);
  expect(same.text).toContain(`和已听过的 ${first.fileVersion} 版相比，报站的声音没有变化`);
  expect((await same.submit({})).status).toBe(303);

  const { fileUuid } = await good<FileRow>(`${info}/copy`, { fileUuid: second.fileUuid });
  const nodes = await good<{ nodeUuid: string; event: number | null }[]>("/api/line/file/node/info/list", { fileUuid });
  const [clip] = (await good<{ list: { audioUuid: string }[] }>("/api/line/file/audio/info/pageList", {})).list;
  await good("/node/audio/link/batchAdd", {
    nodeUuid: nodes.find(({ event }) => event === 2)!.nodeUuid,
    voiceUse: 1,
    items: [{ audioUuid: clip!.audioUuid }],
  });
  const third = await generated();
  const changed = await clerk.get(`${pageOf(third)}/listen`);
  const row = changed.$("li:has([value=changed])");
  expect(row.text()).toMatch(/有变化的报站1 次/);
  expect((await soundOf(row.find("audio").attr("src")!)).status).toBe(200);
  const soon = await changed.submit({ parts: ["changed"], openedAt: String(Date.now() - 60_000) });
  expect(soon.status).toBe(303);
});

it("is not asked where the parameter says so, and is answered with a reason by calls", async () => {
  const file = await generated();
  await sql`update parameter set param_value = '0' where param_name = 'line.file.listen'`.execute(db());
  try {
    expect((await issue(file)).success).toBe(true);
  } finally {
    await sql`update parameter set param_value = '1' where param_name = 'line.file.listen'`.execute(db());
    await sql`update issue_task set deleted_at = now() where task_name = '试听以后'`.execute(db());
  }
  expect((await issue(file)).success).toBe(false);
  await good(`${info}/skipHearing`, { fileUuid: file.fileUuid, reason: "由另一系统试听" });
  expect((await issue(file)).success).toBe(true);
  await sql`update issue_task set deleted_at = now() where task_name = '试听以后'`.execute(db());
  const { hearings } = await clerk
    .call<{ hearings: { reason: string }[] }>(`${info}/detail`, { fileUuid: file.fileUuid }, "GET")
    .then(({ data }) => data);
  expect(hearings).toEqual([expect.objectContaining({ reason: "由另一系统试听", parts: [], seconds: 0 })]);
});
