import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { db, newKey } from "~/kit/data/db/pool.server";
import { putFile } from "~/kit/data/files/files.server";
import type { Visitor } from "../../../tests/kit/visit";

/** A second of a tone, as a clip that someone might have uploaded. */
function toneOf(pitch: number): Buffer {
  const [rate, count] = [22_050, 11_025];
  const wave = Buffer.alloc(44 + 2 * count);
  wave.write("RIFF", 0);
  wave.writeUInt32LE(36 + 2 * count, 4);
  wave.write("WAVEfmt ", 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(rate, 24);
  wave.writeUInt32LE(2 * rate, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write("data", 36);
  wave.writeUInt32LE(2 * count, 40);
  for (let at = 0; at < count; at++)
    wave.writeInt16LE(Math.round(8000 * Math.sin((2 * Math.PI * pitch * at) / rate)), 44 + 2 * at);
  return wave;
}

let made = 0;

/** Keeps a clip that says a text, of a station where one is given. */
async function addClip(
  text: string,
  { staUuid = null, pitch = 200 + 7 * made++ }: { staUuid?: string | null; pitch?: number } = {},
): Promise<string> {
  const bytes = toneOf(pitch);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const fileUuid = await putFile(bytes, { name: `${text}.wav`, contentType: "audio/wav", hash: sha256 });
  const audioUuid = newKey();
  await db()
    .insertInto("audio")
    .values({
      audioUuid,
      audioNum: audioUuid.slice(-12),
      audioName: text,
      text,
      staUuid,
      fileUuid,
      sha256,
      fileName: `${text}.wav`,
      format: "wav",
      sizeBytes: bytes.length,
      durationMs: 500,
      sampleRate: 22_050,
      channels: 1,
      crc32: crc32(bytes).toString(16).padStart(8, "0"),
      source: "recorded",
    })
    .execute();
  return audioUuid;
}

/** A public version that says 到站 and the stop on arrival, 下一站 and the next stop on departure. */
export async function addRecipe(
  versionNum = `T${newKey().slice(-8)}`,
): Promise<{ versionUuid: string; arrived: string }> {
  const versionUuid = newKey();
  const [arrived, next] = [await addClip("到站了"), await addClip("下一站")];
  await db()
    .insertInto("voiceVersion")
    .values({ versionUuid, versionNum, versionName: `试验${versionNum}` })
    .execute();
  const rows = [
    ...[2, 5].flatMap((event) => [1, 2].map((voiceUse) => ({ event, voiceUse, lead: arrived, slot: "station" }))),
    ...[1, 3, 4].map((event) => ({ event, voiceUse: 3, lead: next, slot: "nextStation" })),
  ];
  await db()
    .insertInto("voiceVersionAudio")
    .values(
      rows.flatMap(({ event, voiceUse, lead, slot }) => [
        { linkUuid: newKey(), versionUuid, event, voiceUse, language: "zh", serial: 1, part: "clip", audioUuid: lead },
        { linkUuid: newKey(), versionUuid, event, voiceUse, language: "zh", serial: 2, part: slot },
      ]),
    )
    .execute();
  return { versionUuid, arrived };
}

export interface DemoVariant {
  lineUuid: string;
  classifySid: string;
  orgId: string;
}

export async function variantOf(lineName: string): Promise<DemoVariant> {
  const { rows } = await sql<DemoVariant>`
    select line_uuid, classify_sid, org_id from line join line_classify c on c.main_uuid = line_uuid
    where line_name = ${lineName} and sort_type = 1`.execute(db());
  return rows[0]!;
}

/** A recording of each station that a variant calls at. */
export async function addStationClips({ classifySid }: DemoVariant): Promise<void> {
  const { rows } = await sql<{ staUuid: string; staName: string }>`
    select distinct sta_uuid, coalesce(alias, sta_name) as sta_name from line_station join line_version v using (version_uuid) join station using (sta_uuid)
    where v.classify_sid = ${classifySid} order by sta_uuid`.execute(db());
  for (const [at, { staUuid, staName }] of rows.entries()) await addClip(staName, { staUuid, pitch: 300 + 7 * at });
}

/** Clips of these texts, all in one sound: for tests of what is heard where. */
export async function addTexts(texts: readonly [text: string, language: string][]): Promise<void> {
  await sql`insert into audio (audio_uuid, audio_num, audio_name, text, language, source, file_uuid, file_name, format, size_bytes, duration_ms, sample_rate, channels, sha256, crc32)
    select distinct on (language, text) key, key, left(text, 64), text, language, 'spoken', file_uuid, file_name, format, size_bytes, duration_ms, sample_rate, channels, sha256, crc32
    from jsonb_to_recordset(${JSON.stringify(texts.map(([text, language]) => ({ text, language })))}::jsonb) as given (text text, language text),
      lateral (select left(encode(sha256(convert_to(language || text, 'UTF8')), 'hex'), 32) as key) as named,
      (select file_uuid, file_name, format, size_bytes, duration_ms, sample_rate, channels, sha256, crc32 from audio where audio_num = 'L001') as one
    on conflict do nothing`.execute(db());
}

/** Lets files go to vehicles: somebody says on their pages why nobody has listened to them. */
export async function letGoUnheard(person: Visitor, fileUuids: readonly string[]): Promise<void> {
  for (const fileUuid of fileUuids) {
    const page = await person.get(`/voice/file-management/${fileUuid}/listen`);
    const said = await page.submit({ because: "试验里没有人听" });
    if (said.status !== 303) throw new Error(said.$("[role=alert]").text());
  }
}
