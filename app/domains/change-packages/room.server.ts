import { sql } from "kysely";
import { allows } from "~/kit/data/access/viewer";
import { serve } from "~/kit/room/served.server";
import { packageApi } from "./api.server";
import { createPackage, removePackages, updatePackage } from "./change-package.server";
import { type PackageRow, packageRoom, packageTable } from "./room";
import { packageSource } from "./source.server";

export const changePackages = serve<PackageRow>({
  room: packageRoom,
  table: packageTable,
  source: packageSource,
  references: [
    {
      label: "线路文件",
      blocking: false,
      select: (keys) => sql`
        select f.package_uuid as used, f.file_uuid as key, line.line_name || ' ' || coalesce(f.file_version, '草稿') as title, line.org_id
        from line_file f join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid
        where f.package_uuid = any(${keys}) and f.deleted_at is null`,
      href: (key) => `/voice/file-management/${key}`,
    },
  ],
  verbs: { create: createPackage, update: updatePackage, remove: removePackages },
  // What waits for its day or is in force is neither edited nor deleted.
  mayChange: (viewer, { state }) => ({
    write: state === 0 && allows(viewer, packageRoom.may.write),
    remove: state !== 1 && state !== 2 && allows(viewer, packageRoom.may.remove),
  }),
  detail: ({ packageNum, effectiveDay }) => [packageNum, effectiveDay].join(" "),
  calls: packageApi,
});
