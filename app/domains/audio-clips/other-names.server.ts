import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { groupBy } from "~/kit/ground/group-by";
import { attempt, problem } from "~/kit/ground/problem";
import type { MissingVoice, OtherName } from "~/transit/announcements/model";
import type { Language } from "~/transit/announcements/words";
import type { ClipImportSettings } from "./import-row";
import { startSpeaking } from "./imports.server";
import type { AudioValues } from "./room";
import { createClip } from "./save-clip.server";

/** Keeps that recordings are right for names that are not their words, as they sound now; answers how many those are. */
export async function agreeToWords(
  viewer: Viewer,
  clips: readonly Pick<OtherName, "audioUuid" | "name">[],
  reason: string,
): Promise<number> {
  if (clips.length === 0) throw problem.field("clips", "请勾选听过而且说得对的录音");
  return inTransaction(async (trx) => {
    const given = JSON.stringify(clips.map(({ audioUuid, name }) => ({ audio_uuid: audioUuid, words: name })));
    const { numAffectedRows } = await sql`
      insert into audio_agreed (audio_uuid, words, sha256, reason, agreed_by, agreed_by_name)
      select audio_uuid, words, sha256, ${reason}, ${viewer.userId}, ${viewer.userName}
      from jsonb_to_recordset(${given}::jsonb) as given (audio_uuid text, words text) join audio using (audio_uuid)
      where audio.deleted_at is null and audio.source = 'recorded'
      on conflict (audio_uuid, words) do update set sha256 = excluded.sha256, reason = excluded.reason, agreed_by = excluded.agreed_by, agreed_by_name = excluded.agreed_by_name, agreed_at = now()`.execute(
      trx,
    );
    // The files that these are heard in are looked through again.
    await sql`update line_file_check set source_hash = '' where other_names > 0`.execute(trx);
    return Number(numAffectedRows);
  });
}

/** What people have said of a recording as it sounds now, the latest first. */
export async function agreedWords(audioUuid: string) {
  const { rows } = await sql<{ words: string; reason: string; byName: string; at: Date }>`
    select a.words, a.reason, a.agreed_by_name as by_name, a.agreed_at as at from audio_agreed a join audio using (audio_uuid, sha256)
    where a.audio_uuid = ${audioUuid} order by a.agreed_at desc`.execute(db());
  return rows;
}

/** Makes a clip of words that are no station's name; answers why there is none. */
export async function speakWords(
  viewer: Viewer,
  text: string,
  language: "zh" | "yue" | "en",
): Promise<string | undefined> {
  const given = { audioName: text.slice(0, 64), text, language, use: 6, voiceType: 0, speaker: 2, source: "spoken" };
  const made = await attempt(() => createClip(viewer, { ...given, isValid: true } as AudioValues));
  return made.ok ? undefined : (made.problem.errors[0]?.message ?? made.problem.message);
}

/** Has words spoken that no clip says: a station's name as its own clip where it is called so today, else as words. Answers the imports, one a language. */
export async function speakMissing(viewer: Viewer, missing: readonly MissingVoice[]): Promise<string[]> {
  const own = await ownNames(missing.flatMap(({ staUuid }) => staUuid ?? []));
  return startByLanguage(viewer, missing, ({ staUuid = "", words, language }) => ({
    staUuid: own(staUuid, language) === words ? staUuid : null,
    text: words,
    replacesUuid: null,
  }));
}

/** Has names spoken that clips do not say: a station's own clip anew where it is called so today, else as words that its lines find by the name. Answers the imports, one a language. */
export async function speakNames(viewer: Viewer, names: readonly OtherName[]): Promise<string[]> {
  const own = await ownNames(names.flatMap(({ staUuid }) => staUuid ?? []));
  return startByLanguage(viewer, names, ({ staUuid = "", audioUuid, name, source, language }) => {
    const isOwn = own(staUuid, language) === name;
    return {
      staUuid: isOwn ? staUuid : null,
      text: name,
      replacesUuid: isOwn && source === "spoken" ? audioUuid : null,
    };
  });
}

/** What stations are called today in a language. */
async function ownNames(staUuids: readonly string[]) {
  const { rows } = await sql<{ staUuid: string; staName: string; nameEn: string | null }>`
    select sta_uuid, sta_name, name_en from station where sta_uuid = any(${[...staUuids]}) and deleted_at is null`.execute(
    db(),
  );
  const stations = new Map(rows.map((row) => [row.staUuid, row]));
  return (staUuid: string, language: Language) => {
    const station = stations.get(staUuid);
    return language === "en" ? station?.nameEn : station?.staName;
  };
}

async function startByLanguage<One extends { language: Language }>(
  viewer: Viewer,
  all: readonly One[],
  spokenAs: (one: One) => { staUuid: string | null; text: string; replacesUuid: string | null },
): Promise<string[]> {
  const imports: string[] = [];
  for (const [language, some] of groupBy(all, (one) => one.language)) {
    const given = { language, voiceType: 0, use: 0, speaker: 2, typeUuid: null } as ClipImportSettings;
    imports.push(await startSpeaking(viewer, given, some.map(spokenAs)));
  }
  return imports;
}
