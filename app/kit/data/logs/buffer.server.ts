import { sqlState } from "~/kit/data/db/failures";
import { outageOf } from "~/kit/data/db/outages";
import { contain } from "~/kit/ground/faults.server";
import { log } from "~/kit/ground/log.server";
import { makeLogMonths } from "./months.server";

const [soonMs, batch, most] = [1000, 500, 20_000];
/** A timeout, a lock that was not given, a transaction that gave way: another time it may go through. */
const passing = ["57014", "55P03", "40P01", "40001"];

/** Rows of a log that wait to be written beside the requests, for a second at most; `at` in milliseconds. While the database is away 20,000 are kept, the newest. */
export class LogBuffer<Row extends { at: number }> {
  private waiting: Row[] = [];
  private dropped = 0;
  private away = false;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;

  /** `write` takes the rows as JSON. */
  constructor(
    private readonly name: string,
    private readonly write: (rows: string) => Promise<unknown>,
  ) {
    buffers.push(this);
  }

  add(row: Row): void {
    this.waiting.push(row);
    this.dropOldest();
    if (this.waiting.length >= batch && !this.away) this.flushBeside();
    else this.flushSoon();
  }

  /** Writes what waits; what the database cannot take now stays. Never throws. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing ??= this.writeAll().finally(() => (this.writing = undefined)));
  }

  /** Writes what waits a last time and says what is lost. */
  async end(): Promise<void> {
    await this.flush();
    if (this.waiting.length > 0) await this.flush();
    clearTimeout(this.timer);
    const lost = this.waiting.length + this.dropped;
    if (lost > 0) log.error({ log: this.name, rows: lost }, "log rows are lost: the database is away");
  }

  private readonly flushBeside = contain("rows of a log", () => this.flush());

  private flushSoon(): void {
    this.timer ??= setTimeout(this.flushBeside, soonMs).unref();
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const rows = this.waiting.splice(0, batch);
      try {
        await this.store(rows);
        this.away = false;
      } catch (error) {
        if (outageOf(error) || passing.includes(sqlState(error) ?? "")) {
          this.waiting.unshift(...rows);
          this.dropOldest();
          this.away = true;
          this.flushSoon();
          return;
        }
        log.error({ err: error, log: this.name, rows: rows.length }, "log rows were refused and left out");
      }
    }
    if (this.dropped > 0)
      log.warn({ log: this.name, rows: this.dropped }, "log rows were dropped while the database was away");
    this.dropped = 0;
  }

  /** A month that is missing, or missing again, is made and the rows written once more. */
  private async store(rows: Row[]): Promise<void> {
    const json = JSON.stringify(rows);
    try {
      await this.write(json);
    } catch (error) {
      if (sqlState(error) !== "23514") throw error;
      const times = rows.map(({ at }) => at);
      await makeLogMonths(new Date(Math.min(...times)), new Date(Math.max(...times)));
      await this.write(json);
    }
  }

  private dropOldest(): void {
    const over = this.waiting.length - most;
    if (over <= 0) return;
    this.waiting.splice(0, over);
    this.dropped += over;
  }
}

const buffers: { end(): Promise<void> }[] = [];

/** A text from outside without what the database cannot hold: a zero, half a pair of surrogates. */
export const storable = (text: string, most: number) =>
  Buffer.from(text.slice(0, most)).toString().replaceAll("\0", "");

/** Writes all that waits in any log: before a stop, and for tests. */
export async function endLogs(): Promise<void> {
  await Promise.all(buffers.map((buffer) => buffer.end()));
}
