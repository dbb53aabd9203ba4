import { sql } from "kysely";
import { inScope } from "~/kit/data/access/scope.server";
import type { HoldingTable } from "~/kit/room/holding-tables";
import { may } from "./policy";
import { fileUrl } from "./urls";

/** What generated line files keep of sounds and packages. */
export const heldByLineFiles: readonly HoldingTable[] = [
  { table: "line_file_clip", label: "线路文件保留的语音" },
  { table: "line_file_package", label: "线路文件的下发包" },
].map(({ table, label }) => ({
  table,
  label,
  key: "fileUuid",
  title: (
    viewer,
  ) => sql`(select case when ${inScope(viewer, sql`line.org_id`)} then concat_ws(' ', line.line_name, c.classify_name, f.file_version) end
    from line_file f join line_classify c using (classify_sid) join line on line.line_uuid = c.main_uuid where f.file_uuid = ${sql.table(table)}.file_uuid)`,
  read: may.read,
  href: ({ fileUuid }) => fileUrl({ fileUuid: fileUuid! }),
}));
