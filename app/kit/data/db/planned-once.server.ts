import { createHash } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";

const mark = "/* planned once */";

/**
 * Stands before a statement that goes by keys only, so that one plan is good for all values: each connection parses it once and
 * plans it a few times at most. Its text must not change with what is asked. Any other statement is planned for its values.
 */
export const plannedOnce = sql.raw(`${mark} `);

/** A connection that keeps the statements so marked prepared, under names made from their texts. */
export class KeepingClient extends pg.Client {
  // The driver's own query has a dozen signatures; all come here with the text first.
  override query = ((text: unknown, values: unknown, ...more: unknown[]) =>
    typeof text === "string" && text.startsWith(mark)
      ? this.#ask({ name: nameOf(text), text, values }, ...more)
      : this.#ask(text, values, ...more)) as unknown as pg.Client["query"];

  readonly #ask = (...asked: unknown[]) =>
    (pg.Client.prototype.query as (...asked: unknown[]) => never).apply(this, asked);
}

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("sha1").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

const names = new Map<string, string>();
