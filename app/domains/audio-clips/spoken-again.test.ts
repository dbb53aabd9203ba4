import { beforeAll, expect, it } from "vitest";
import { db } from "~/kit/data/db/pool.server";
import { visitorWith } from "../../../tests/kit/accounts";
import { startBuiltJobs } from "../../../tests/kit/jobs";
import { toneFile } from "../../../tests/kit/sound";
import type { Answer, Visitor } from "../../../tests/kit/visit";
import { audioRoom } from "./room";

const { may, url } = audioRoom;
let person: Visitor;
let lineUuid: string;

beforeAll(async () => {
  await startBuiltJobs();
  person = await visitorWith(...Object.values(may), "station.read", "station.write", "line.read", "line-file.read");
  ({ lineUuid } = await db()
    .selectFrom("line")
    .select("lineUuid")
    .where("lineName", "=", "1路")
    .executeTakeFirstOrThrow());
});

const speak = async () => (await person.get(`${url}/speak`)).submit({ lineUuid });

async function spoken(): Promise<Answer> {
  const sent = await speak();
  expect(sent.status, sent.text).toBe(303);
  return person.settled(sent.location!);
}

const clipsOf = (staUuid: string) =>
  db()
    .selectFrom("audio")
    .select(["audioUuid", "text", "audioName", "source", "sha256"])
    .where("staUuid", "=", staUuid)
    .where("language", "=", "zh")
    .where("deletedAt", "is", null)
    .execute();

async function saveStation(staUuid: string, changes: Record<string, string>): Promise<void> {
  const form = await person.get(`/station/station-management/${staUuid}/edit`);
  const sent = await form.submit(form.$("[name=renamed]").length > 0 ? { ...changes, renamed: "on" } : changes);
  expect(sent.status, sent.text).toBe(303);
}

it("speaks names again that were changed or are pronounced differently, in the place of what said the old ones", async () => {
  await db().updateTable("audio").set({ deletedAt: new Date() }).where("staUuid", "is not", null).execute();
  await spoken();
  expect((await speak()).text).toContain("没有缺少站名语音的站点");
  const [renamed, pronounced, recorded] = await db()
    .selectFrom("audio")
    .innerJoin("station", "station.staUuid", "audio.staUuid")
    .select(["audio.audioUuid", "station.staUuid", "station.staName", "audio.sha256"])
    .where("audio.source", "=", "spoken")
    .where("audio.deletedAt", "is", null)
    .where("station.staName", "~", "^[一-龥]+$")
    .orderBy("station.staUuid")
    .limit(3)
    .execute();
  await saveStation(renamed!.staUuid, { staName: `${renamed!.staName}东` });
  await saveStation(pronounced!.staUuid, { pronunciation: "xin1 ".repeat(pronounced!.staName.length).trim() });
  await saveStation(recorded!.staUuid, { staName: `${recorded!.staName}西` });
  const form = await person.get(`${url}/${recorded!.audioUuid}/edit`);
  expect((await form.submit({}, { files: { fileUuid: toneFile(733) } })).status).toBe(303);

  const done = await spoken();
  expect(done.text).toMatch(/新增0 段.*替换2 段/);
  expect(await clipsOf(renamed!.staUuid)).toMatchObject([
    {
      audioUuid: renamed!.audioUuid,
      text: `${renamed!.staName}东`,
      audioName: `${renamed!.staName}东`,
      source: "spoken",
    },
  ]);
  const [again] = await clipsOf(pronounced!.staUuid);
  expect(again).toMatchObject({ audioUuid: pronounced!.audioUuid, text: pronounced!.staName });
  expect(again!.sha256).not.toBe(pronounced!.sha256);
  expect(await clipsOf(recorded!.staUuid)).toMatchObject([{ source: "recorded" }]);
  expect((await speak()).text).toContain("没有缺少站名语音的站点");
});
