import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { db } from "~/kit/data/db/pool.server";
import type { SlotReply, TextReply } from "./call-shapes";

interface VoiceLinkFilters {
  linkUuid?: string;
  versionUuid?: string;
  event?: number;
  voiceUse?: number;
  language?: string;
  audioUuid?: string;
}

const columns: Record<keyof VoiceLinkFilters, RawBuilder<unknown>> = {
  linkUuid: sql`link.link_uuid`,
  versionUuid: sql`link.version_uuid`,
  event: sql`link.event`,
  voiceUse: sql`link.voice_use`,
  language: sql`link.language`,
  audioUuid: sql`link.audio_uuid`,
};

/** Versions belong to no organisation; those in the bin are left out. */
function where(asked: VoiceLinkFilters) {
  const given = Object.entries(asked).filter(([name, value]) => name in columns && value !== undefined && value !== "");
  const equal = given.map(([name, value]) => sql`${columns[name as keyof VoiceLinkFilters]} = ${value}`);
  return sql.join([sql`v.deleted_at is null`, ...equal], sql` and `);
}

const inOrder = sql`v.version_num, v.version_uuid, link.event, link.voice_use, array_position(array['zh', 'yue', 'en', 'other'], link.language), link.serial`;
const most = 5000;

export async function findSlots(
  asked: VoiceLinkFilters,
  limit = most,
  offset = 0,
): Promise<z.output<typeof SlotReply>[]> {
  const found = await sql<z.output<typeof SlotReply>>`
    select link.link_uuid, link.version_uuid, link.event, link.voice_use, link.language, link.serial as "order", link.part, link.audio_uuid, a.audio_name
    from voice_version_audio link join voice_version v using (version_uuid) left join audio a on a.audio_uuid = link.audio_uuid
    where ${where(asked)} order by ${inOrder} limit ${limit} offset ${offset}`.execute(db());
  return found.rows;
}

export async function countSlots(asked: VoiceLinkFilters): Promise<number> {
  const found = await sql<{ n: number }>`
    select count(*)::int as n from voice_version_audio link join voice_version v using (version_uuid) where ${where(asked)}`.execute(
    db(),
  );
  return found.rows[0]!.n;
}

export async function findTexts(asked: Omit<VoiceLinkFilters, "audioUuid">): Promise<z.output<typeof TextReply>[]> {
  const found = await sql<z.output<typeof TextReply>>`
    select link.link_uuid, link.version_uuid, link.event, link.voice_use, link.language, link.serial as "order", link.text, link.seconds
    from voice_version_text link join voice_version v using (version_uuid) where ${where(asked)} order by ${inOrder} limit ${most}`.execute(
    db(),
  );
  return found.rows;
}
