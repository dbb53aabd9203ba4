import { sql } from "kysely";
import type { Viewer } from "~/kit/data/access/viewer";
import { type Database, newKey } from "~/kit/data/db/pool.server";
import { digestOf } from "~/kit/ground/digest.server";
import { settings } from "~/kit/ground/settings.server";
import { formatTime } from "~/kit/ground/time/format-time";
import { plainJson } from "~/kit/page/import-flow/import-life.server";
import type { SheetRow } from "~/kit/page/sheets/sheet";
import { foldHeader, type HeaderMatch } from "./header";
import type { KnownPlan, SheetChoices } from "./import-row";

/** How tables with such a header were read before. */
export interface SheetPlan {
  planId: string;
  headerWords: string[];
  columns: Record<string, { header: string; nth: number } | null>;
  constants: Record<string, string>;
  meanings: Record<string, Record<string, string>>;
  createdAt: Date;
  createdByName: string;
}

export async function plansOf(on: Database, templateCode: string): Promise<SheetPlan[]> {
  const found = await sql<SheetPlan>`
    select plan_id, header_words, columns, constants, meanings, created_at, created_by_name from sheet_plan
    where template_code = ${templateCode} order by created_at desc limit 200`.execute(on);
  return found.rows;
}

/** Keeps how an import was read for the next table with the same header, in the place of what was kept for it; a table without a header is known by nothing. */
export async function keepPlan(
  on: Database,
  viewer: Viewer,
  templateCode: string,
  match: Pick<HeaderMatch, "headers" | "columns" | "missing">,
  { constants = {}, meanings = {} }: Pick<SheetChoices, "constants" | "meanings">,
): Promise<void> {
  const words = wordsOf(match.headers);
  if (words.length === 0) return;
  const columns = Object.fromEntries([
    ...match.missing.map((name) => [name, null] as const),
    ...Object.entries(match.columns).map(([name, at]) => [name, namedColumn(match.headers, at)] as const),
  ]);
  await sql`
    insert into sheet_plan (plan_id, template_code, header_words, header_hash, columns, constants, meanings, created_by, created_by_name)
    values (${newKey()}, ${templateCode}, ${words}, ${digestOf(words)}, ${plainJson(columns)}, ${plainJson(constants)}, ${plainJson(meanings)}, ${viewer.userId}, ${viewer.userName})
    on conflict (template_code, header_hash) do update set columns = excluded.columns, constants = excluded.constants, meanings = excluded.meanings,
      created_at = now(), created_by = excluded.created_by, created_by_name = excluded.created_by_name`.execute(on);
}

export const dropPlan = (on: Database, templateCode: string, planId: string) =>
  sql`delete from sheet_plan where template_code = ${templateCode} and plan_id = ${planId}`.execute(on);

/** The plan that fits a table: that of a row among the first whose header has the very same words, else the likest of which most are the same. */
export function planFor(
  plans: readonly SheetPlan[],
  rows: readonly SheetRow[],
): { plan: SheetPlan; row: SheetRow; known: KnownPlan } | undefined {
  let best: { plan: SheetPlan; row: SheetRow; known: KnownPlan; likeness: number } | undefined;
  for (const row of rows) {
    const words = new Set(wordsOf(textsOf(row)));
    if (words.size === 0) continue;
    for (const plan of plans) {
      const before = new Set(plan.headerWords);
      const lacking = plan.headerWords.filter((word) => !words.has(word));
      const more = [...words].filter((word) => !before.has(word));
      const likeness = 1 - (lacking.length + more.length) / (before.size + more.length);
      if (likeness < likeEnough || likeness <= (best?.likeness ?? 0)) continue;
      const known = { planId: plan.planId, ...tell(plan), isApplied: likeness === 1, lacking, more };
      best = { plan, row, known, likeness };
    }
  }
  return best;
}

/** A plan's columns in a table with this header: field -> column, -1 where it has none. */
export function planColumns(
  { columns }: Pick<SheetPlan, "columns">,
  headers: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, named]) => {
      const all = headers.flatMap((header, at) => (named && foldHeader(header) === named.header ? [at] : []));
      return [name, named ? (all[named.nth] ?? all[0] ?? -1) : -1];
    }),
  );
}

const likeEnough = 0.8;

const tell = ({ createdAt, createdByName }: SheetPlan) => ({
  at: formatTime(createdAt, settings().OPERATOR_TIME_ZONE),
  by: createdByName,
});

function namedColumn(headers: readonly string[], at: number): { header: string; nth: number } {
  const header = foldHeader(headers[at] ?? "");
  return { header, nth: headers.slice(0, at).filter((one) => foldHeader(one) === header).length };
}

const textsOf = ({ cells }: SheetRow) => cells.map((cell) => (cell === null ? "" : String(cell)));
const wordsOf = (headers: readonly string[]) =>
  [...new Set(headers.map((header) => foldHeader(header).slice(0, longestWord)).filter(Boolean))].sort();

const longestWord = 60;
