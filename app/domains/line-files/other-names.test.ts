import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { demoNames } from "~/seed/demo-city";
import { demoVisitor, visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import type { Visitor } from "../../../tests/kit/visit";
import { checkVoices } from "./checks/check-voices.server";
import { variantOf } from "./line-files.sample";
import { may } from "./policy";
import type { FileRow } from "./schema";

let clerk: Visitor;
let at: string;
let classifySid: string;
let stations: { staUuid: string; staName: string }[];

beforeAll(async () => {
  clerk = await demoVisitor("admin");
  ({ classifySid } = await variantOf(demoNames.lines.circular));
  const { data } = await clerk.call<FileRow[]>("/api/line/file/info/list", { classifySid });
  at = `/voice/file-management/${data.find(({ state }) => state > 0 && state < 3)!.fileUuid}`;
  ({ rows: stations } = await sql<(typeof stations)[number]>`
    select distinct s.sta_uuid, s.sta_name from line_station ls join line_version v using (version_uuid) join station s using (sta_uuid)
    where v.classify_sid = ${classifySid} and v.state = 'effective' and s.sta_name ~ '^[一-龥]+$' and ls.alias is null order by s.sta_uuid limit 2`.execute(
    db(),
  ));
  await startBuiltJobs();
});

async function rename({ staUuid }: { staUuid: string }, staName: string, source: "recorded" | "spoken"): Promise<void> {
  await sql`update audio set source = ${source} where sta_uuid = ${staUuid} and deleted_at is null`.execute(db());
  const form = await clerk.get(`/station/station-management/${staUuid}/edit`);
  const saved = await form.submit({ staName, renamed: "on" });
  expect(saved.status, saved.text).toBe(303);
}

const generated = async () => {
  const open = await clerk.call<FileRow[]>("/api/line/file/info/list", { classifySid, state: 0 });
  const [draft] = open.data;
  const made = draft
    ? `/voice/file-management/${draft.fileUuid}`
    : (await (await clerk.get(`${at}/draft`)).submit({})).location!;
  const page = await clerk.get(made);
  return page.submit({}, { press: "生成" });
};

it("a spoken clip of a renamed station is told at its file, keeps that from being generated, and is spoken anew by one press", async () => {
  expect((await clerk.get(at)).text).not.toContain("说的不是现在的站名");
  const [station] = stations;
  await rename(station!, `${station!.staName}南`, "spoken");
  const page = await clerk.get(at);
  expect(page.$("[role=alert]").text()).toMatch(/有 \d 段语音说的不是现在的站名/);
  const refused = await generated();
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(`叫“${station!.staName}南”，朗读的语音说的是“${station!.staName}”，请重新朗读`);
  let step = await (await clerk.get(at)).submit({}, { press: "下发" });
  expect(step.location).toMatch(/issue-task\/new\/[0-9a-f]{32}\/whom$/);
  for (const typed of [{}, { taskName: "改名以后" }] as Record<string, string>[])
    step = await (await step.follow()).submit(typed);
  expect((await step.follow()).$("[role=alert]").text()).toMatch(/里有 \d 段语音说的不是现在的站名/);
  await checkVoices();
  const checks = await clerk.get("/voice/line-station-voice/completeness?wrong=names");
  expect(checks.$("tbody tr").length).toBeGreaterThan(0);
  const voices = await clerk.get(`${at}/voices`);
  const speaking = await voices.submit({}, { press: voices.$("button:contains(朗读这)").text() });
  expect((await clerk.settled(speaking.location!)).text).toContain(`${station!.staName}南`);
  expect((await clerk.get(`${at}/voices`)).text).toContain("语音说的都是现在的站名");
});

it("a recording of a renamed station is right once somebody says so with a reason, until its sound changes", async () => {
  const [, station] = stations;
  await rename(station!, `${station!.staName}北`, "recorded");
  const voices = await clerk.get(`${at}/voices`);
  const agreed = voices.$("input[name=agreed]").attr("value")!;
  const nothing = await voices.submit({ because: "站牌用简称" }, { press: "勾选的录音说得对" });
  expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining("请勾选听过而且说得对的录音")]);
  const unsaid = await voices.submit({ agreed }, { press: "勾选的录音说得对" });
  expect([unsaid.status, unsaid.text]).toEqual([422, expect.stringContaining("请写明这些录音为什么说得对")]);
  expect(unsaid.$("input[name=agreed]:checked").length).toBe(1);
  const reader = await visitorWith(may.read, "line.read");
  expect((await reader.get(`${at}/voices`)).$("main form button").length).toBe(0);
  expect((await reader.post(`${at}/voices`, { do: "agree", agreed, because: "x" })).location).toMatch(/^\/401/);
  const said = await voices.submit({ agreed, because: "站牌用简称" }, { press: "勾选的录音说得对" });
  expect((await said.follow()).text).toContain("已记下 1 段录音说得对");
  expect((await clerk.get(`${at}/voices`)).text).toContain("语音说的都是现在的站名");
  const [audioUuid] = agreed.split(" ");
  expect((await clerk.get(`/voice/voice-library/${audioUuid}`)).text).toContain("站牌用简称");
  const made = await generated();
  expect(made.status, made.text).toBe(303);
  await sql`update audio set sha256 = reverse(sha256) where audio_uuid = ${audioUuid}`.execute(db());
  expect((await clerk.get(`${at}/voices`)).text).toContain(`${station!.staName}北`);
  await sql`update audio set sha256 = reverse(sha256) where audio_uuid = ${audioUuid}`.execute(db());
});
