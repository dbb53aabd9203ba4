import { sql } from "kysely";
import { keepLogMonths, makeLogMonths } from "~/kit/data/logs/months.server";
import { closeDatabase, db } from "~/kit/data/db/pool.server";

/** Drops September 2026 as the program does when it is older than the settings say; prints what it took. */
const { rows } = await sql<{ rows: number }>`select count(*) as rows from request_log_202609`.execute(db());
await keepLogMonths(new Date("2026-09-15T00:00:00Z"));
await makeLogMonths(new Date("2027-09-15T00:00:00Z"), new Date("2027-12-15T00:00:00Z"));
const began = performance.now();
const dropped = await keepLogMonths(new Date("2027-10-15T00:00:00Z"));
const ms = performance.now() - began;
if (!dropped.includes("request_log_202609")) throw new Error(`dropped ${dropped.join()}`);
console.log(JSON.stringify({ ms, rows: rows[0]!.rows }));
await closeDatabase();
