import { sql } from "kysely";
import { db, type Database } from "~/kit/data/db/pool.server";

interface UsingColumn {
  label: string;
  table: string;
  column: string;
  /** The table keeps no deleted rows of its own. */
  whole?: boolean;
}

/** Which columns hold item numbers of which dictionary: an item that a living record uses can be disabled, not taken away. */
const columns: Record<string, UsingColumn[]> = {
  lineType: [{ label: "线路", table: "line", column: "line_type" }],
  lineState: [{ label: "线路", table: "line", column: "state" }],
  sortType: [{ label: "线路分类", table: "line_classify", column: "sort_type" }],
  staType: [{ label: "线路站点", table: "line_station", column: "sta_type", whole: true }],
  staKind: [{ label: "站点", table: "station", column: "sta_kind" }],
  staState: [{ label: "站点", table: "station", column: "state" }],
  orgType: [{ label: "机构", table: "organisation", column: "org_type" }],
};

export async function usedItems(codeNum: string, on: Database = db()): Promise<Record<string, string>> {
  const used: Record<string, string> = {};
  for (const { label, table, column, whole } of columns[codeNum] ?? []) {
    const living = whole ? sql`true` : sql`deleted_at is null`;
    const found = await sql<{
      item: string;
    }>`select distinct ${sql.ref(column)}::text as item from ${sql.table(table)} where ${living} and ${sql.ref(column)} is not null`.execute(
      on,
    );
    for (const { item } of found.rows) used[item] = used[item] ? `${used[item]}、${label}` : label;
  }
  return used;
}
