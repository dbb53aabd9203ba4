import { sql } from "kysely";
import { db } from "~/kit/data/db/pool.server";
import { withoutRun } from "./said";

type Row = Record<string, unknown>;
interface Change {
  name: string;
  before: Row | null;
  after: Row | null;
}

/** Tables that the program writes by its own clock, or that tell of requests and not of what they do. */
const besides =
  /^(session|login_|request_|recent_|access_|migration|last_change$|answered_post$|half_login|free_login|searched_|bus_announced$|job_|rate_level$)/;

/** Has the file's database write down what is changed in its tables from now on. */
export async function watchWrites(): Promise<void> {
  await sql`
    create unlogged table seen_change (place bigserial, name text, before jsonb, after jsonb);
    create function see_change() returns trigger language plpgsql as $$ begin
      insert into seen_change (name, before, after) values (tg_argv[0],
        case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$`.execute(db());
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'seen_change'`.execute(
    db(),
  );
  for (const { name } of rows.filter((table) => !besides.test(table.name)))
    await sql`create trigger zz_see_change after insert or update or delete on ${sql.table(name)} for each row execute function see_change(${sql.lit(name)})`.execute(
      db(),
    );
}

/** What was changed since the last time, a line for each row, in an order that does not hang on when each was written. */
export async function takeWrites(): Promise<string[]> {
  const { rows } = await sql<Change>`
    with taken as (delete from seen_change returning *) select name, before, after from taken order by place`.execute(
    db(),
  );
  const told = rows.filter((change) => !isAccountOfTest(change) && !isExport(change)).map(tellChange);
  const lines = told.map((line) => [withoutRun(line), line] as const).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const numbers = new Map<string, number>();
  const number = (one: string) => numbers.get(one) ?? numbers.set(one, numbers.size + 1).get(one)!;
  return lines.map(([, line]) => withoutRun(line.replaceAll(/\b[0-9a-f]{32}\b/g, (one) => `#${number(one)}`)));
}

/** Told when the file has been sent: sometimes only after its reader has gone on. */
const isExport = ({ name, after }: Change) => name === "security_event" && after?.kind === "export";

const isAccountOfTest = ({ before, after }: Change) => !before && (after!.created_by ?? after!.createdBy) === "test";

function tellChange({ name, before, after }: Change): string {
  if (!before) return `${name} + ${tellRow(after!)}`;
  if (!after) return `${name} - ${tellRow(before)}`;
  const changed = Object.keys(after).filter(
    (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
  );
  return `${name} ~ ${changed.map((column) => `${column}: ${tell(before[column])} > ${tell(after[column])}`).join(", ")}`;
}

const tellRow = (row: Row) =>
  Object.entries(row)
    .flatMap(([column, value]) => (value === null ? [] : [`${column}: ${tell(value)}`]))
    .join(", ");

/** Hashes, tokens and secrets say nothing. */
function tell(value: unknown): string {
  const text = JSON.stringify(value ?? null);
  return /^"[\w+/=$.,-]{40,}"$/.test(text) ? "secret" : text;
}
