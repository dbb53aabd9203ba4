import pg from "pg";
import { passwords } from "../kit/database";
import { type Figure, reported } from "./figure";
import { askOften } from "./asked";
import { findDatabaseServer } from "./processes";
import { type Program, startProgram } from "./program";
import type { Stage } from "./stage";
import { signIn } from "./visitor";

/** BENCH_AUDIT_ROWS=100000 tries everything out on less. */
const rows = Number(process.env.BENCH_AUDIT_ROWS ?? 1_000_000);
const bound = 0.3;

/** How the audit of changes is read once there are a million. */
export async function* auditFigures(stage: Stage): AsyncGenerator<Figure> {
  const url = await stage.city("audit");
  const began = performance.now();
  await seedHistory(url, rows);
  yield reported("changes", rows);
  yield reported("making them", (performance.now() - began) / 1000, "s");
  const program = await startProgram(stage.environment(url, "warn"), stage.logFile);
  try {
    yield* readAudit(program, url);
  } finally {
    await program.stop();
  }
}

async function* readAudit(program: Program, databaseUrl: string): AsyncGenerator<Figure> {
  const used = { program, databaseServer: await findDatabaseServer(databaseUrl) };
  for (const [who, account] of [
    ["all", "admin"],
    ["one fleet", "auditor"],
  ] as const) {
    const visitor = await signIn(program.url, account, passwords.admin);
    for (const [name, query] of asked)
      yield* askOften(used, `audit of ${who}, ${name}`, bound, () => visitor.visit(`/log/change-audit?${query}`));
  }
}

const asked: [name: string, query: string][] = [
  ["first page", ""],
  ["page 150", "page=150"],
  ["oldest first", "sort=at"],
  ["a day", "from=2026-09-10&to=2026-09-10"],
  ["a frequent room", "room=stations"],
  ["a rare room", "room=waiting-areas"],
  ["a person", "who=audit7"],
  ["a person who changed little", "who=audit0"],
  ["a person in a room", "who=audit7&room=lines"],
  ["a frequent verb", "action=update"],
  ["a rare verb", "action=restore"],
  ["a rare verb in a rare room", "action=restore&room=depots"],
  ["a verb of a person on a day", "action=delete&who=audit7&from=2026-09-10&to=2026-09-10"],
  ["a value", "keyword=%E8%AF%B4%E6%98%8E4711"],
  ["a frequent value", "keyword=%E5%B8%B8%E8%A7%81"],
  ["a value that nothing has", "keyword=%E6%B2%A1%E6%9C%89%E7%9A%84"],
];

/** Changes of the demo city's records by twenty people over a year; the first of them changed three, and `auditor` sees one fleet. */
async function seedHistory(url: string, count: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(
      "set statement_timeout = 0; set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off",
    );
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      "select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'history'::regclass and not indisprimary",
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const statement of [people, changes(count)]) await client.query(statement);
    for (const { definition } of indexes) await client.query(definition);
    await client.query("vacuum analyze history");
  } finally {
    await client.end();
  }
}

const people = `
  with person as (
    insert into app_user (user_id, user_account, user_name, password_hash, org_id, user_status, created_by, updated_by)
    select md5(account), account, '审计员' || account, password_hash, (select org_id from organisation where org_name = '一车队'), 'normal', 'bench', 'bench'
    from app_user, (select 'audit' || n as account from generate_series(0, 19) as n union all select 'auditor') as made where user_account = 'admin'
  ), role as (
    insert into role (role_id, role_name, data_scope, created_by, updated_by) values (md5('auditrole'), '审计', 'own', 'bench', 'bench') returning role_id
  ), given as (
    insert into role_resource (role_id, resource_id) select role_id, resource_id from role, resource
  )
  insert into user_role (user_id, role_id) select md5('auditor'), role_id from role`;

const changes = (count: number) => `
  insert into history (history_id, room, record_key, action, record_version, before, after, found_by, user_id, user_name, at)
  select lpad(to_hex(i), 32, '0'), room, record_key, action, 2 + i / records, before, now, changed_values(before, now),
    md5(account), '审计员' || account, timestamptz '2025-10-01 00:00+08' + i * (interval '365 days' / ${count})
  from (select i, case when i % 20 = 0 then 'delete' when i % 20 = 1 then 'import' when i % 200 = 2 then 'restore' when i % 20 < 4 then 'create' else 'update' end as action,
      'audit' || case when i % ${Math.ceil(count / 3)} = 5 then 0 else 1 + floor(19 * random())::int end as account, floor(random() * records)::int as nth, records
    from generate_series(1, ${count}) as i, (select count(*)::int as records from history where action = 'create') as known offset 0) as made
  join (select row_number() over (order by history_id) - 1 as nth, room, record_key, after from history where action = 'create') as known using (nth)
  cross join lateral (select case when action in ('update', 'delete') then after end as before,
    case when action <> 'delete' then after || jsonb_build_object('remark', case when i % 10 = 0 then '常见' else '说明' || i end) end as now offset 0) as both_sides`;
