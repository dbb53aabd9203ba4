import { sql, type Transaction } from "kysely";
import { audioClips } from "~/domains/audio-clips/room.server";
import { addFile, generateFile } from "~/domains/line-files/queries.server";
import { seedRecipe } from "~/domains/voice-versions/queries.server";
import type { SeededRecipe } from "~/domains/voice-versions/seed.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { joinTransaction } from "~/kit/data/db/pool.server";
import { createRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { demoNames } from "./demo-city";
import { keepChime } from "./demo-clips.server";
import { seedDemoTasks } from "./demo-tasks.server";

/** A draft of the first line, and a file generated for the circular one, whose stations all have a clip. */
export async function seedDemoFiles(trx: Transaction<DB>, versionUuid: string): Promise<void> {
  const short = await seedRecipe(trx, shortRecipe);
  await seedStationClips(trx, demoNames.lines.circular);
  await joinTransaction(trx, async () => {
    await addFile(system, { classifySid: await variantOf(trx, demoNames.lines.first), versionUuid });
    const circular = await variantOf(trx, demoNames.lines.circular);
    const { fileUuid } = await addFile(system, { classifySid: circular, versionUuid: short });
    await generateFile(system, { fileUuid });
  });
  await seedDemoTasks(trx, system);
}

const shortRecipe: SeededRecipe = {
  versionNum: "BJGJ-2025.1",
  versionName: "简短报站",
  languages: ["zh"],
  remark: "只报站名",
  rows: [
    { event: 1, voiceUse: 3, language: "zh", parts: [{ clip: "下一站" }, "nextStation"] },
    { event: 2, voiceUse: 1, language: "zh", parts: ["station", { clip: "到了" }] },
    { event: 3, voiceUse: 3, language: "zh", parts: [{ clip: "下一站" }, "nextStation"] },
    { event: 5, voiceUse: 1, language: "zh", parts: [{ clip: "终点站到了，请带好随身物品" }] },
  ],
  texts: [{ event: 2, voiceUse: 1, language: "zh", text: "{station} 到了", seconds: 6 }],
};

const system: Viewer = {
  userId: "system",
  userName: "系统",
  userAccount: "system",
  userStatus: "normal",
  isSuper: true,
  orgId: null,
  orgScope: "all",
  permissions: new Set(),
  sessionId: "",
  appCode: null,
  requestId: "seed",
};

async function variantOf(trx: Transaction<DB>, lineName: string): Promise<string> {
  const { rows } = await sql<{ classifySid: string }>`
    select classify_sid from line_classify join line on line_uuid = main_uuid where line_name = ${lineName} and sort_type = 1`.execute(
    trx,
  );
  return rows[0]!.classifySid;
}

async function seedStationClips(trx: Transaction<DB>, lineName: string): Promise<void> {
  const { rows } = await sql<{ staUuid: string; staName: string }>`
    select distinct on (sta_uuid) sta_uuid, coalesce(alias, sta_name) as sta_name from line_station join station using (sta_uuid)
      join line_version version using (version_uuid) join line_classify using (classify_sid) join line on line_uuid = main_uuid
    where line_name = ${lineName} and version.state = 'effective' and not exists (select from audio where audio.sta_uuid = station.sta_uuid) order by sta_uuid`.execute(
    trx,
  );
  for (const [place, { staUuid, staName }] of rows.entries())
    await createRecord(trx, { userId: "system", userName: "系统" }, audioClips.source.kept, {
      audioNum: `Z${201 + place}`,
      audioName: staName,
      text: staName,
      staUuid,
      use: 0,
      ...(await keepChime(staName, place)),
      remark: "演示用的提示音，请用录音或朗读替换",
    });
}
