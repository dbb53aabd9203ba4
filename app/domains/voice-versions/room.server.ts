import { sql } from "kysely";
import { serve } from "~/kit/room/served.server";
import { audioLinkApi, textLinkApi } from "./link-calls.server";
import { withoutSame } from "./recipe-words";
import { type VersionRow, versionRoom, versionTable } from "./room";
import { versionSource } from "./source.server";
import { publicNodeApi, versionApi } from "./version-calls.server";
import { updateVersion } from "./verbs.server";

export const voiceVersions = serve<VersionRow>({
  room: versionRoom,
  table: versionTable,
  source: versionSource,
  references: [
    {
      label: "线路文件",
      blocking: true,
      select: (keys) =>
        sql`select f.version_uuid as used, f.file_uuid as key, concat_ws(' ', l.line_name, c.classify_name, f.file_version) as title, l.org_id
          from line_file f join line_classify c on c.classify_sid = f.classify_sid join line l on l.line_uuid = c.main_uuid
          where f.version_uuid = any(${keys}) and f.deleted_at is null`,
    },
  ],
  verbs: { update: updateVersion },
  calls: (served) => [versionApi(served), audioLinkApi, textLinkApi, publicNodeApi],
  rewriteHistory: (_viewer, changes) => Promise.resolve(changes.map(withoutSame)),
  detail: (version) => version.versionNum,
});
