import { sql } from "kysely";
import { defineRecords } from "~/kit/room/served.server";
import { type AudioRow, audioRoom } from "./room";
import type { AudioFilters } from "./table";
import { countUses, isUsed } from "./uses.server";

const others = sql`audio other where other.sha256 = audio.sha256 and other.deleted_at is null and other.audio_uuid <> audio.audio_uuid`;

export const audioSource = defineRecords<AudioRow, AudioFilters>(audioRoom, {
  table: "audio",
  searched: ["audioName", "audioNum", "text"],
  codeOrder: true,
  derived: [
    "fileName",
    "format",
    "sizeBytes",
    "sampleRate",
    "channels",
    "bitrate",
    "loudness",
    "sha256",
    "crc32",
    "spokenBy",
  ],
  unique: { audio_num_living: "audioNum" },
  more: sql`audio.file_name, audio.format, audio.size_bytes, audio.duration_ms, audio.sample_rate, audio.channels, audio.bitrate, audio.loudness, audio.sha256, audio.crc32, audio.spoken_by,
    ${countUses(sql`audio.audio_uuid`)} as used_count, (select count(*) from ${others}) as same_count`,
  filters: {
    missingText: (asked) => (asked ? sql`audio.text is null` : sql`audio.text is not null`),
    unused: (asked) => {
      const used = sql`(audio.sta_uuid is not null or ${isUsed(sql`audio.audio_uuid`)})`;
      return asked ? sql`not ${used}` : used;
    },
    sameContent: (asked) => (asked ? sql`exists (select from ${others})` : sql`not exists (select from ${others})`),
    sha256: (hash) => sql`audio.sha256 = ${hash}`,
    staUuid: (key) => sql`audio.sta_uuid = ${key}`,
  },
  order: ["audioNum", "audioName", "durationMs", "sizeBytes", "updatedAt"],
});
