import { type RawBuilder, sql } from "kysely";

const padded = (sum: RawBuilder<unknown>) => sql`lpad(lower(${sum}), 8, '0')`;

/** Whether what a terminal says it has may be this file: the same version, and the same checksum where it tells one. */
export const saysSame = (said: string, file: string): RawBuilder<boolean> => {
  const [reported, sum] = [sql.ref(`${said}.told_crc32`), sql.ref(`${file}.crc32`)];
  return sql<boolean>`(${sql.ref(`${said}.file_version`)} = ${sql.ref(`${file}.file_version`)} and (${reported} is null or ${sum} is null or ${reported} = ${padded(sum)}))`;
};

/** In words how far a row of `reported_file` is proven: its checksum is that of the file, another, or not told. */
export const proofOf = (said: string): RawBuilder<string | null> => {
  const of = (column: string) => sql.ref(`${said}.${column}`);
  const isSum = (sum: RawBuilder<unknown>) => sql`${padded(sum)} = ${of("told_crc32")}`;
  return sql<
    string | null
  >`case when ${of("file_version")} is null then null when ${of("told_crc32")} is null then '未核实'
    when exists (select from issue_detail i where i.dev_uuid = ${of("dev_uuid")} and i.kind = ${of("kind")} and i.file_no = ${of("file_no")} and i.file_version = ${of("file_version")} and ${isSum(sql`i.crc32`)})
      or exists (select from line_file_package p join line_file f using (file_uuid) where ${of("kind")} = 2 and f.classify_sid = ${of("file_no")} and f.file_version = ${of("file_version")} and ${isSum(sql`p.crc32`)})
      or exists (select from multi_file m where m.kind = ${of("kind")} and m.file_no = ${of("file_no")} and m.file_version = ${of("file_version")} and ${isSum(sql`m.crc32`)}) then '已核实'
    else '校验值不符' end`;
};
