import { type RawBuilder, sql } from "kysely";
import { likePattern, termGrams } from "./search-keys";

/**
 * The SQL condition that a term is found in one of these columns of a table (its name or alias) that keeps `search_grams`.
 * Grams find the candidates by index; the pattern then checks them, because a term's grams may stand apart.
 */
export function foundIn(table: string, term: string, columns: readonly string[]): RawBuilder<unknown> {
  const grams = sql`${sql.ref(`${table}.search_grams`)} @> ${termGrams(term)}`;
  const pattern = likePattern(term);
  const checks = columns.map((column) => sql`lower(${sql.ref(`${table}.${column}`)}::text) like ${pattern}`);
  return sql`(${grams} and (${sql.join(checks, sql` or `)}))`;
}

/**
 * The same for all the columns whose grams the table keeps. A term of two letters is itself a gram: without the check, of
 * which the planner thinks that it leaves almost nothing, a frequent term is found along the list's order in no time.
 */
export function foundAnywhere(table: string, term: string, columns: readonly string[]): RawBuilder<unknown> {
  const grams = termGrams(term);
  return grams.length === 1 ? sql`${sql.ref(`${table}.search_grams`)} @> ${grams}` : foundIn(table, term, columns);
}
