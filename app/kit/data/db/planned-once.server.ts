import { createHash } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { cancelWhereLate } from "./time-for-reads.server";

const mark = "/* planned once */";

/** Marks a statement that goes by keys only and has one text: each connection parses it once and plans it seldom. */
export const plannedOnce = sql.raw(`${mark} `);

/** A connection that keeps the statements so marked prepared, under names made from their texts. */
export class KeepingClient extends pg.Client {
  // The driver's own query has a dozen signatures; all come here with the text first.
  override query = ((text: unknown, values: unknown, ...more: unknown[]) =>
    typeof text === "string" && text.startsWith(mark)
      ? this.#ask({ name: nameOf(text), text, values }, ...more)
      : this.#ask(text, values, ...more)) as unknown as pg.Client["query"];

  readonly #ask = (...asked: unknown[]) => {
    const answer = (pg.Client.prototype.query as (...asked: unknown[]) => unknown).apply(this, asked);
    if (answer instanceof Promise) cancelWhereLate(this, answer);
    return answer as never;
  };
}

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash("sha256").update(text).digest("base64url");
  names.set(text, name);
  return name;
}

const names = new Map<string, string>();
