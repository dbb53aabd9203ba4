import { type RawBuilder, sql } from "kysely";
import { likePattern, termGrams } from "./search-keys";

/** Grams find the candidates by index; the pattern checks them, because a term's grams may stand apart. */
export function foundIn(table: string, term: string, columns: readonly string[]): RawBuilder<unknown> {
  const grams = sql`${sql.ref(`${table}.search_grams`)} @> ${termGrams(term)}`;
  const pattern = likePattern(term);
  const checks = columns.map((column) => sql`lower(${sql.ref(`${table}.${column}`)}::text) like ${pattern}`);
  return sql`(${grams} and (${sql.join(checks, sql` or `)}))`;
}

/** A term of two letters is itself a gram: checked again, the planner would expect few rows and miss the fast order. */
export function foundAnywhere(table: string, term: string, columns: readonly string[]): RawBuilder<unknown> {
  const grams = termGrams(term);
  return grams.length === 1 ? sql`${sql.ref(`${table}.search_grams`)} @> ${grams}` : foundIn(table, term, columns);
}
