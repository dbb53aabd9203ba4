import { sql } from "kysely";
import pg from "pg";
import { Connection } from "./connection.server";
import { isPooled } from "./direct.server";
import { cancelWhereLate } from "./time-for-reads.server";

const mark = "/* planned once */";

/** Marks a statement that goes by keys only and whose text does not hold them: each connection parses it once and plans it seldom. */
export const plannedOnce = sql.raw(`${mark} `);

/** How many a connection keeps: the plan of one that reads ten tables takes some hundred kB of the database's memory. */
const mostKept = 100;

/** A connection that keeps the statements so marked prepared, those asked last; none behind a pooler, which may give it another server for the next one. */
export class KeepingClient extends Connection {
  // The driver's own query has a dozen signatures; all come here with the text first.
  override query = ((text: unknown, values: unknown, ...more: unknown[]) =>
    typeof text === "string" && text.startsWith(mark) && !isPooled()
      ? this.#ask({ name: this.#nameOf(text), text, values }, ...more)
      : this.#ask(text, values, ...more)) as unknown as pg.Client["query"];

  /** Names by texts, those asked longest ago first. */
  readonly #kept = new Map<string, string>();
  #made = 0;

  readonly #ask = (...asked: unknown[]) => {
    const answer = (pg.Client.prototype.query as (...asked: unknown[]) => unknown).apply(this, asked);
    if (answer instanceof Promise) cancelWhereLate(this, answer);
    return answer as never;
  };

  /** A name never comes again: where it cannot be given back, in a transaction that has failed, nothing meets it. */
  #nameOf(text: string): string {
    const name = this.#kept.get(text) ?? `kept_${++this.#made}`;
    this.#kept.delete(text);
    this.#kept.set(text, name);
    const [oldest] = this.#kept;
    if (oldest && this.#kept.size > mostKept) {
      this.#kept.delete(oldest[0]);
      (this.#ask(`deallocate ${oldest[1]}`) as Promise<unknown>).catch(() => undefined);
    }
    return name;
  }
}
