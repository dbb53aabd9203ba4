import { sql } from "kysely";
import { defineRecords } from "~/kit/room/served.server";
import { readNodes, readSlots, readTexts, writeNodes, writeSlots, writeTexts } from "./parts.server";
import { type VersionRow, versionRoom } from "./room";

const usedBy = sql`line_file f where f.version_uuid = voice_version.version_uuid and f.deleted_at is null`;

export const versionSource = defineRecords<VersionRow, { keyword?: string }>(versionRoom, {
  table: "voiceVersion",
  searched: ["versionName", "versionNum"],
  unique: { voice_version_num_living: "versionNum" },
  parts: {
    slots: { read: readSlots, write: writeSlots },
    texts: { read: readTexts, write: writeTexts },
    nodes: { read: readNodes, write: writeNodes },
  },
  more: sql`(select count(distinct (event, voice_use, language)) from voice_version_audio a where a.version_uuid = voice_version.version_uuid) as row_count,
    (select count(*) from line_file_node n where n.version_uuid = voice_version.version_uuid) as node_count,
    (select count(*) from ${usedBy}) as file_count`,
  order: ["versionNum", "versionName", "isValid", "updatedAt"],
});
