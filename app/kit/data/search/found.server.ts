import { type RawBuilder, sql } from "kysely";
import { ignoredInSearch, likePatterns, termGrams } from "./search-keys";

/** Grams find the candidates by index; the pattern checks them, because a term's grams may stand apart. */
export function foundIn(table: string, term: string, columns: readonly string[]): RawBuilder<unknown> {
  const grams = sql`${sql.ref(`${table}.search_grams`)} @> ${termGrams(term)}`;
  return sql`(${grams} and ${holds(term, ...columns.map((column) => sql`${sql.ref(`${table}.${column}`)}::text`))})`;
}

/** Whether one of these texts holds a term, compared as `normalizeForSearch` has it. */
export function holds(term: string, ...texts: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  const found = likePatterns(term).flatMap((pattern) => [
    ...texts.map((text) => sql`lower(${text}) like ${pattern}`),
    ...texts.map((text) => sql`${foldedText(text)} like ${pattern}`),
  ]);
  return sql`(${sql.join(found, sql` or `)})`;
}

export const foldedText = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql`translate(lower(normalize(${text}, NFKC)), ${ignoredInSearch}, '')`;

/** A term of two letters, or of four of a code, is itself a gram: checked again, the planner would expect few rows and miss the fast order. */
export function foundAnywhere(table: string, term: string, columns: readonly string[]): RawBuilder<unknown> {
  const grams = termGrams(term);
  return grams.length === 1 ? sql`${sql.ref(`${table}.search_grams`)} @> ${grams}` : foundIn(table, term, columns);
}
