import { sql } from "kysely";
import { hasBegun } from "~/domains/line-files/queries.server";
import { sharedFigures } from "~/kit/data/figures/shared-figures.server";
import { gatherStatistics } from "~/kit/data/db/statistics.server";
import { db, inTransaction } from "~/kit/data/db/pool.server";
import { today } from "~/kit/ground/time/today.server";
import { type AnnouncedStanding, announcedStandings } from "./words";

const inService = sql`bus.deleted_at is null and bus.bus_state <> 100`;

/** The place of a standing among `announcedStandings`, from 1, those to look after first. */
export const rankOf = (standing: AnnouncedStanding) =>
  1 + announcedStandings.findIndex(({ value }) => value === standing);

/** By `own`, what the terminal says of the line's newest file (`newest`), and `terminal`, what else it says. */
const rank = sql`case
  when own.file_version = newest.file_version then ${rankOf("current")}
  when own.file_version is not null then ${rankOf("old")}
  when main.line_uuid = any(terminal.of_lines) then ${rankOf("current")}
  when terminal.any_line then ${rankOf("other")}
  when terminal.dev_uuid is not null then ${rankOf("none")}
  else ${rankOf("unknown")} end::smallint`;

/** Of a line with a file for its primary variant in force, that variant and its newest version. */
const newestFiles = (which = sql`true`) => sql`(
  select distinct on (c.main_uuid) c.main_uuid, c.classify_sid, f.file_version from line_classify c join line_file f using (classify_sid)
  where ${which} and c.deleted_at is null and c.sort_type = 1 and f.deleted_at is null and f.state in (1, 2) and ${hasBegun("f")} order by c.main_uuid, f.generated_at desc, f.file_uuid desc)`;

/** What terminals report, line files by the lines that they are of. */
const reports = (which = sql`true`) => sql`(
  select r.dev_uuid, bool_or(r.kind = 2) as any_line, array_agg(c.main_uuid) filter (where c.main_uuid is not null) as of_lines
  from reported_file r left join line_classify c on r.kind = 2 and c.classify_sid = r.file_no where ${which} group by 1)`;

const isMainToday = () => sql`main.is_main and main.valid @> ${today()}::date`;
const isTerminal = sql`d.bind_type = 'bus' and d.deleted_at is null and d.dev_type = 1`;
const terminalsFirst = sql`d.is_slave, d.dev_self_code`;

/** How one bus stands at this moment, and the terminal that says so; undefined where it has no main line today. */
export async function judgeOne(
  busUuid: string,
): Promise<{ rank: number; devUuid: string | null; busSelfCode: string } | undefined> {
  const { rows } = await sql<{ rank: number; devUuid: string | null; busSelfCode: string }>`
    select ${rank} as rank, first.dev_uuid, bus.bus_self_code
    from bus join bus_line main on main.bus_uuid = bus.bus_uuid and ${isMainToday()} join line on line.line_uuid = main.line_uuid and line.deleted_at is null
    left join lateral ${newestFiles(sql`c.main_uuid = main.line_uuid`)} newest on true
    left join lateral (select d.dev_uuid from device d where d.bind_uuid = bus.bus_uuid and ${isTerminal} order by ${terminalsFirst} limit 1) first on true
    left join lateral ${reports(sql`r.dev_uuid = first.dev_uuid`)} terminal on true
    left join reported_file own on own.dev_uuid = first.dev_uuid and own.kind = 2 and own.file_no = newest.classify_sid
    where bus.bus_uuid = ${busUuid}`.execute(db());
  return rows[0];
}

const columns = [
  "bus_uuid",
  "org_id",
  "line_uuid",
  "dev_uuid",
  "classify_sid",
  "standing",
  "file_version",
  "newest_version",
  "reported_at",
  "line_order",
  "code_order",
].map((name) => sql.ref(name));
const of = (table: string) => sql.join(columns.map((column) => sql`${sql.table(table)}.${column}`));

/** Writes into `bus_announced` how every bus stands now, what has changed only; answers when. All at once: of 1,000,000 buses it takes seconds, one by one a page of them took twelve. */
async function judgeAll(): Promise<number> {
  const at = Date.now();
  const changed = await inTransaction(async (trx) => {
    // Of a large fleet the first time takes minutes; all rows are read, one table after another rather than row by row.
    await sql`select set_config('statement_timeout', '600s', true), set_config('work_mem', '64MB', true), set_config('random_page_cost', '20', true), set_config('enable_nestloop', 'off', true)`.execute(
      trx,
    );
    // One process after another, or they would wait for each other's rows in turn.
    await sql`select pg_advisory_xact_lock(hashtext('bus_announced'))`.execute(trx);
    const { numAffectedRows = 0n } = await sql`
      with newest as materialized ${newestFiles()},
      terminal as (
        select first.bind_uuid, said.* from (select distinct on (d.bind_uuid) d.bind_uuid, d.dev_uuid from device d where ${isTerminal} order by d.bind_uuid, ${terminalsFirst}) first
        join ${reports()} said using (dev_uuid)
      ),
      judged as (
        select bus.bus_uuid, bus.org_id, main.line_uuid, terminal.dev_uuid, newest.classify_sid, ${rank} as standing, own.file_version, newest.file_version as newest_version, own.reported_at,
          line.name_order as line_order, bus.code_order
        from bus join bus_line main on main.bus_uuid = bus.bus_uuid and ${isMainToday()} join line on line.line_uuid = main.line_uuid and line.deleted_at is null
        left join newest on newest.main_uuid = main.line_uuid
        left join terminal on terminal.bind_uuid = bus.bus_uuid
        left join reported_file own on own.dev_uuid = terminal.dev_uuid and own.kind = 2 and own.file_no = newest.classify_sid
        where ${inService}
      ),
      gone as (delete from bus_announced kept where not exists (select from judged where judged.bus_uuid = kept.bus_uuid))
      insert into bus_announced as kept (${sql.join(columns)})
      select ${sql.join(columns)} from judged
      where not exists (select from bus_announced same where same.bus_uuid = judged.bus_uuid and (${of("same")}) is not distinct from (${of("judged")}))
      on conflict (bus_uuid) do update set (${sql.join(columns)}) = (${of("excluded")})`.execute(trx);
    return numAffectedRows;
  });
  if (changed > 5000n) await gatherStatistics(["busAnnounced"]);
  return at;
}

const judged = sharedFigures("what buses announce", judgeAll, { writes: true });

/** Has `bus_announced` tell how buses stand; answers when it was made (milliseconds). Throws BusyProblem where that takes longer than a person waits: it tells then what it told before. */
export const keepAnnounced = () => judged({ orgScope: "all" });
