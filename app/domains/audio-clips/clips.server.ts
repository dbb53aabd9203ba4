import { type RawBuilder, sql } from "kysely";
import { db, type Database } from "~/kit/data/db/pool.server";
import type { Language } from "~/transit/announcements/words";
import type { SoundFormat } from "~/transit/sound/sound";

/** A clip as recipes and line files take it; facts are those of the file that was uploaded or spoken. */
export interface Clip {
  audioUuid: string;
  audioNum: string;
  audioName: string;
  language: Language;
  text: string | null;
  staUuid: string | null;
  source: "recorded" | "spoken";
  use: number;
  /** 0 inside, 1 outside, 2 both. */
  speaker: 0 | 1 | 2;
  voiceType: 0 | 1;
  fileUuid: string;
  format: SoundFormat;
  sizeBytes: number;
  durationMs: number;
  sha256: string;
  crc32: string;
  isValid: boolean;
  /** In the bin. */
  isDeleted: boolean;
}

const columns = sql`audio_uuid, audio_num, audio_name, language, text, sta_uuid, source, use, speaker, voice_type,
  file_uuid, format, size_bytes, duration_ms, sha256, crc32, is_valid, deleted_at is not null as is_deleted`;

/** These clips by key, those in the bin among them: what holds one must say so. Clips belong to no organisation. */
export async function clipsByKeys(keys: readonly string[], on: Database = db()): Promise<Map<string, Clip>> {
  const found = await select(sql`audio_uuid = any(${[...new Set(keys)]})`, on);
  return new Map(found.map((clip) => [clip.audioUuid, clip]));
}

/** The clips in use that say the names of these stations, recorded before spoken, then the newest first. */
export const stationClips = (staUuids: readonly string[], language?: Language, on: Database = db()): Promise<Clip[]> =>
  select(
    sql`sta_uuid = any(${[...new Set(staUuids)]}) and is_valid and deleted_at is null ${language ? sql`and language = ${language}` : sql``}`,
    on,
  );

async function select(where: RawBuilder<unknown>, on: Database): Promise<Clip[]> {
  const found = await sql<Clip>`select ${columns} from audio where ${where}
    order by source = 'spoken', updated_at desc, audio_uuid`.execute(on);
  return found.rows;
}
