import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { sql, type Transaction } from "kysely";
import { typeRecord } from "~/domains/audio-clips/queries.server";
import { audioClips } from "~/domains/audio-clips/room.server";
import { createRecord } from "~/kit/data/db/records.server";
import type { DB } from "~/kit/data/db/tables";
import { putFile } from "~/kit/data/files/files.server";
import { today } from "~/kit/ground/time/today.server";
import { encodePcm } from "~/transit/sound/encode-wav";
import { LoudnessMeter } from "~/transit/sound/loudness";
import { demoNames } from "./demo-city";
import { demoRecipe } from "./demo-recipe";
import { linePlans } from "./demo-timetable";
import { nameLineInEnglish } from "~/transit/announcements/line-name";
import { chimeOf, chimeRate, demoPhrases, demoStationClips, demoTypes } from "./demo-clips";

const bySystem = { userId: "system", userName: "系统" };

/** Phrases, names of the first line's stations and of all lines, as chimes: recordings and spoken ones take their place. */
export async function seedDemoClips(trx: Transaction<DB>): Promise<void> {
  const types: Record<string, string> = {};
  for (const [sort, [name, typeName]] of Object.entries(demoTypes).entries()) {
    const values = { typeName, use: name === "advert" ? 5 : 6, sort: sort + 1 };
    types[name] = (await createRecord<{ typeUuid: string }>(trx, bySystem, typeRecord, values)).typeUuid;
  }
  const phrases = demoPhrases.map(([audioNum, text, type, use]) => ({ audioNum, text, use, typeUuid: types[type]! }));
  const recipe = recipePhrases(phrases.map(({ text }) => text)).map(([text, language], place) => ({
    audioNum: `P${String(place + 1).padStart(3, "0")}`,
    text,
    language,
    use: 1,
    typeUuid: types.service!,
  }));
  const names = (await stationsOfFirstLine(trx)).map(({ staUuid, staName }, place) => ({
    audioNum: `Z${String(place + 1).padStart(3, "0")}`,
    text: staName,
    use: 0,
    typeUuid: types.station!,
    staUuid,
  }));
  const lines = linePlans.flatMap(({ lineName }, place) =>
    (["zh", "en"] as const).map((language) => ({
      audioNum: `L${String(place + 1).padStart(3, "0")}${language === "en" ? "E" : ""}`,
      text: language === "en" ? nameLineInEnglish(lineName) : lineName,
      language,
      use: 1,
      typeUuid: types.service!,
    })),
  );
  const clips = [...phrases, ...recipe, ...names, ...lines];
  const files = await Promise.all(clips.map(({ text }, place) => keepChime(text, place)));
  for (const [place, clip] of clips.entries())
    await createRecord(trx, bySystem, audioClips.source.kept, {
      ...clip,
      ...files[place],
      audioName: clip.text,
      remark: "演示用的提示音，请用录音或朗读替换",
    });
}

function recipePhrases(known: readonly string[]): [text: string, language: string][] {
  const said = demoRecipe.rows.flatMap(({ language, parts }) =>
    parts.flatMap((part): [string, string][] => (typeof part === "object" ? [[part.clip, language]] : [])),
  );
  return [...new Map(said)].filter(([text]) => !known.includes(text));
}

async function stationsOfFirstLine(trx: Transaction<DB>) {
  const found = await sql<{ staUuid: string; staName: string }>`
    select station.sta_uuid, station.sta_name from line_station called join station using (sta_uuid)
      join line_version version using (version_uuid) join line_classify variant using (classify_sid) join line on line.line_uuid = variant.main_uuid
    where line.line_name = ${demoNames.lines.first} and called.direction = 1 and version.valid @> ${today()}::date
    order by called.serial limit ${demoStationClips}`.execute(trx);
  return found.rows;
}

export const keepChime = (text: string, place: number) => keepTones(text, chimeOf(text, place));

export async function keepTones(text: string, samples: Float32Array) {
  const bytes = encodePcm([[samples]], chimeRate);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const meter = new LoudnessMeter(chimeRate, 1);
  meter.add([samples]);
  const fileName = `${text}.wav`;
  const loudness = meter.loudness();
  return {
    fileUuid: await putFile(bytes, { name: fileName, contentType: "audio/wav", hash: sha256, isAttachment: true }),
    fileName,
    format: "wav",
    sizeBytes: bytes.length,
    durationMs: Math.round((samples.length / chimeRate) * 1000),
    sampleRate: chimeRate,
    channels: 1,
    bitrate: chimeRate * 16,
    sha256,
    loudness: loudness === null ? null : Math.round(loudness * 10) / 10,
    crc32: crc32(bytes).toString(16).padStart(8, "0"),
  };
}
