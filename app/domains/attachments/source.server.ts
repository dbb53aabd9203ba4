import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { inScope } from "~/kit/data/access/scope.server";
import type { Viewer } from "~/kit/data/access/viewer";
import { fileReferences, isHeld } from "~/kit/data/files/file-references.server";
import { settings } from "~/kit/ground/settings.server";
import { isoTime } from "~/kit/data/db/iso-time";
import type { ListSource } from "~/kit/room/source.server";
import { type FileKind, kindNames, typesOf } from "./file-kinds";
import type { FileFilters, FileRow } from "./table";

type Filters = z.output<typeof FileFilters> & { keys?: readonly string[] };

/** Stored files of the viewer's organisations and their own; what holds one is known to the database alone. */
export async function fileSource(viewer: Viewer): Promise<ListSource<FileRow, Filters>> {
  const held = isHeld(await fileReferences(), sql`stored_file.file_key`);
  return {
    listed: { table: "storedFile", key: "fileKey", noun: "附件" },
    select: sql`stored_file.file_key, stored_file.file_key as file_uuid, stored_file.file_name, stored_file.content_type, stored_file.size_bytes as size, stored_file.hash,
      ${isoTime(sql`stored_file.created_at`)} as created_at, stored_file.created_by, by_user.user_name as created_by_name,
      stored_file.org_id, organisation.org_name, ${held} as used`,
    joins: sql`left join app_user by_user on by_user.user_id = stored_file.created_by left join organisation on organisation.org_id = stored_file.org_id`,
    from: sql`stored_file left join app_user by_user on by_user.user_id = stored_file.created_by`,
    where: ({ keyword, type, from, to, unused, keys }) => [
      sql`(stored_file.created_by = ${viewer.userId} or ${inScope(viewer, sql`stored_file.org_id`)})`,
      ...(keys ? [sql`stored_file.file_key = any(${keys})`] : []),
      ...(keyword
        ? [sql`strpos(lower(concat_ws(' ', stored_file.file_name, by_user.user_name)), ${keyword.toLowerCase()}) > 0`]
        : []),
      ...(type ? [isKind(type)] : []),
      ...(from ? [sql`stored_file.created_at >= ${midnight(from)}`] : []),
      ...(to ? [sql`stored_file.created_at < ${midnight(to)} + interval '1 day'`] : []),
      ...(unused === undefined ? [] : [unused ? sql`not ${held}` : held]),
    ],
    order: {
      createdAt: sql`stored_file.created_at`,
      fileName: sql`stored_file.file_name`,
      size: sql`stored_file.size_bytes`,
    },
  };
}

function isKind(kind: FileKind): RawBuilder<boolean> {
  if (kind !== "other")
    return sql<boolean>`stored_file.content_type like any(${typesOf(kind).map((type) => (type.endsWith("/") ? `${type}%` : type))}::text[])`;
  const known = kindNames.filter((one) => one !== "other").map(isKind);
  return sql<boolean>`not (${sql.join(known, sql` or `)})`;
}

const midnight = (day: string) => sql`(${day}::date::timestamp at time zone ${settings().OPERATOR_TIME_ZONE})`;
