import { sql } from "kysely";
import { pinyin } from "pinyin-pro";
import { madeClip } from "~/domains/audio-clips/queries.server";
import { closeDatabase, db, inTransaction, newKey } from "~/kit/data/db/pool.server";
import { plainJson } from "~/kit/page/import-flow/import-life.server";
import { keepTones } from "~/seed/demo-clips.server";
import { chimeRate } from "~/seed/demo-clips";
import { usualShape } from "~/transit/sound/sound";

interface Name {
  text: string;
  language: "zh" | "en";
  stations: (string | null)[];
}

/** Gives every station an English name, and a clip in both languages to all but `unspoken` names; then copies of rows until there are `clips`. Prints what it made. */
async function seedVoice(clips: number, unspoken: number): Promise<void> {
  await nameInEnglish();
  const names = await namesWithoutClip();
  const left = new Set<string>();
  let stationsLeft = 0;
  for (const { text, language, stations } of names) {
    if (stationsLeft >= unspoken) break;
    if (language !== "zh" || stations.includes(null)) continue;
    left.add(text);
    stationsLeft += stations.length;
  }
  let made = 0;
  for (const [place, name] of names.entries()) {
    if (name.language === "zh" && left.has(name.text)) continue;
    const sound = await keepTones(name.text, toneOf(name.text, place));
    await addClips(name, sound);
    await madeClip(sound.sha256, usualShape);
    made += 1;
  }
  await fillUp(clips);
  await sql`analyze`.execute(db());
  console.log(JSON.stringify({ contents: made, unspoken: stationsLeft }));
}

/** Shorter than a spoken name, and another sound for every place. */
function toneOf(text: string, place: number): Float32Array {
  const seconds = 0.4 + 0.02 * Math.min(text.length, 30);
  const turns = (2 * Math.PI * (200 + 0.31 * place)) / chimeRate;
  return Float32Array.from({ length: Math.round(seconds * chimeRate) }, (_, at) => 0.4 * Math.sin(turns * at));
}

async function nameInEnglish(): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select distinct sta_name as name from station where name_en is null or name_en = ''`.execute(db());
  const named = rows.map(({ name }) => ({ name, english: englishOf(name) }));
  await sql`update station set name_en = english from jsonb_to_recordset(${plainJson(named)}::jsonb) as named (name text, english text)
    where sta_name = name and (name_en is null or name_en = '')`.execute(db());
}

const englishOf = (name: string) =>
  pinyin(name, { toneType: "none", type: "array", nonZh: "consecutive" })
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(" ")
    .slice(0, 120);

async function namesWithoutClip(): Promise<Name[]> {
  const { rows } = await sql<Name>`
    select named.text, named.language, array_agg(named.sta_uuid::text order by named.sta_uuid) as stations from (
      select sta_uuid, sta_name as text, 'zh' as language from station where deleted_at is null
      union all select sta_uuid, name_en, 'en' from station where deleted_at is null
      union all select null, line_name, 'zh' from line where deleted_at is null
      union all select null, 'Route ' || substring(line_name from '^([A-Za-z]*[0-9]+[A-Za-z]*)路'), 'en' from line where deleted_at is null) named
    where named.text is not null and not exists (select from audio a where a.deleted_at is null and a.language = named.language and a.sta_uuid is not distinct from named.sta_uuid and a.text = named.text)
    group by 1, 2 order by 2, 1`.execute(db());
  return rows;
}

async function addClips({ text, language, stations }: Name, sound: Awaited<ReturnType<typeof keepTones>>) {
  const own = stations.map((staUuid) => ({ audio_uuid: newKey(), sta_uuid: staUuid }));
  await sql`insert into audio (audio_uuid, audio_num, audio_name, text, language, use, speaker, source, sta_uuid, file_uuid, file_name, format, size_bytes, duration_ms, sample_rate, channels, bitrate, loudness, sha256, crc32, search_grams)
    select audio_uuid, 'V' || audio_uuid, left(${text}, 64), ${text}, ${language}, 0, 2, 'spoken', sta_uuid, ${sound.fileUuid}, left(${sound.fileName}, 200), ${sound.format}, ${sound.sizeBytes}::int, ${sound.durationMs}::int,
      ${sound.sampleRate}::int, ${sound.channels}::int, ${sound.bitrate}::int, ${sound.loudness}::numeric, ${sound.sha256}, ${sound.crc32}, array[left(${text}, 1), left(${text}, 2)]
    from jsonb_to_recordset(${plainJson(own)}::jsonb) as own (audio_uuid text, sta_uuid text)`.execute(db());
}

async function fillUp(clips: number): Promise<void> {
  await inTransaction(async (trx) => {
    await sql`insert into audio (audio_uuid, audio_num, audio_name, text, language, use, source, file_uuid, file_name, format, size_bytes, duration_ms, sample_rate, channels, sha256, crc32, search_grams, updated_at)
      select md5('filler' || n), 'F' || n, '音频' || n, '文稿' || n, (array['zh', 'en', 'yue'])[n % 3 + 1], n % 9, case when n % 4 = 0 then 'spoken' else 'recorded' end,
        first.file_uuid, 'x.wav', 'wav', 1000 + n * 7919 % 100000, 100 + n * 104729 % 9000, 8000, 1, md5('filler' || n), '0', array['音频', '频' || substr(n::text, 1, 1)], now() - n * interval '1 minute'
      from generate_series(1, greatest(0, ${clips} - (select count(*)::int from audio))) n, (select file_uuid from audio limit 1) first`.execute(
      trx,
    );
  });
}

if (process.argv[1] === import.meta.filename) {
  await seedVoice(Number(process.argv[2]), Number(process.argv[3]));
  await closeDatabase();
}
