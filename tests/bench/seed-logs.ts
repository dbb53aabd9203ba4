import pg from "pg";

export const lastDay = "2026-11-30";
/** The first of so many days up to the last. */
export const firstDay = (days: number) =>
  new Date(Date.parse(lastDay) - (days - 1) * 86_400_000).toISOString().slice(0, 10);

const days = 91;
const months = ["2026-09-01", "2026-10-01", "2026-11-01"];

/** Adds so many requests of 500 people and 120 functions over 91 days, with their sums, and an account `logclerk` that sees one fleet. Two connections share the work, a day, an index or a month's sums at a time. */
export async function seedLogs(url: string, rows: number): Promise<void> {
  const clients = await Promise.all([connect(url), connect(url)]);
  const [one] = clients;
  const shared = async (statements: readonly string[]) => {
    const waiting = statements.values();
    await Promise.all(
      clients.map(async (client) => {
        for (const statement of waiting) await client.query(statement);
      }),
    );
  };
  try {
    await one.query("select make_log_months('2026-08-01', '2026-11-30')");
    const { rows: indexes } = await one.query<{ name: string; definition: string }>(
      "select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'request_log'::regclass and not indisprimary",
    );
    for (const { name } of indexes) await one.query(`drop index ${name}`);
    await shared(Array.from({ length: days }, (_, day) => requestsOf(day, rows)));
    await one.query(`select setval('request_log_log_id_seq', ${rows})`);
    // Those of the parts are taken over when the index of the whole is made.
    const { rows: parts } = await one.query<{ name: string }>(
      "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_log'::regclass order by 1",
    );
    await shared(
      parts.flatMap(({ name }) =>
        indexes.map(({ name: index, definition }) =>
          definition.replace(/INDEX \S+ ON ONLY \S+/, `INDEX ${name}_${index} ON ${name}`),
        ),
      ),
    );
    for (const { definition } of indexes) await one.query(definition.replace(" ON ONLY ", " ON "));
    await one.query("insert into request_user (user_id) select md5('u' || u) from generate_series(0, 499) as u");
    await shared(months.flatMap(sumsOf));
    for (const statement of [...sums, clerk]) await one.query(statement);
    await shared(
      [
        "request_log",
        "request_speed",
        "request_speed_month",
        "request_hour",
        "request_people",
        "request_function",
        "request_user",
      ].map((table) => `vacuum analyze ${table}`),
    );
  } finally {
    for (const client of clients) await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    "set statement_timeout = 0; set maintenance_work_mem = '512MB'; set max_parallel_maintenance_workers = 0; set work_mem = '256MB'; set synchronous_commit = off",
  );
  return client;
}

const requestsOf = (day: number, rows: number) => `
  insert into request_log (log_id, at, function, method, path, status, ms, user_id, user_account, user_name, org_id, address, request_id)
  select i + 1, timestamptz '2026-09-01 00:00+08' + i * (interval '${days} days' / ${rows}), '功能' || f, case when f % 3 = 0 then 'POST' else 'GET' end, '/part/screen-' || f || '/' || md5(i::text),
    case when i % 5003 = 0 then 500 when i % 41 = 0 then 404 else 200 end, 3 + 40 * random() ^ 4 + case when i % 2000 = 0 then 1500 else 0 end,
    md5('u' || u), 'u' || u, '用户' || u, orgs.keys[1 + u % cardinality(orgs.keys)], '10.1.' || u % 250 || '.7', gen_random_uuid()::text
  from (select array_agg(org_id order by org_id) as keys from organisation) as orgs,
    (select i, floor(120 * random() ^ 2)::int as f, floor(500 * random())::int as u
      from generate_series(${Math.ceil((day * rows) / days)}, ${Math.ceil(((day + 1) * rows) / days) - 1}) as i offset 0) as made`;

const local = "(at at time zone 'Asia/Shanghai')";
const sumsOf = (month: string) => {
  const from = `from request_log where at >= timestamptz '${month} 00:00+08' and at < timestamptz '${month} 00:00+08' + interval '1 month'`;
  return [
    `insert into request_speed select ${local}::date, function, org_id, speed_bucket(ms), count(*), count(*) filter (where status >= 400) ${from} group by 1, 2, 3, 4`,
    `insert into request_hour select ${local}::date, extract(hour from ${local}), org_id, count(*), count(*) filter (where status >= 400) ${from} group by 1, 2, 3`,
    `insert into request_people select day, function, counted, number / 1024, bit_or(set_bit(0::bit(1024), number % 1024, 1))
      from (select distinct ${local}::date as day, function, org_id, user_id ${from}) as used join request_user using (user_id) cross join unnest(array[org_id, '*']) as counted group by 1, 2, 3, 4`,
  ];
};
const sums = [
  "insert into request_speed select day, function, '*', bucket, sum(requests), sum(errors) from request_speed group by 1, 2, 4",
  "insert into request_speed_month select date_trunc('month', day)::date, function, org_id, bucket, sum(requests), sum(errors) from request_speed group by 1, 2, 3, 4",
  "insert into request_function select distinct function from request_speed",
];

/** With admin's password, and a role that sees one fleet. */
const clerk = `
  with clerk as (
    insert into app_user (user_id, user_account, user_name, password_hash, org_id, user_status, created_by, updated_by)
    select md5('logclerk'), 'logclerk', '日志员', password_hash, (select org_id from organisation where org_name = '一车队'), 'normal', 'bench', 'bench'
    from app_user where user_account = 'admin' returning user_id
  ), role as (
    insert into role (role_id, role_name, data_scope, created_by, updated_by) values (md5('logrole'), '日志', 'own', 'bench', 'bench') returning role_id
  ), given as (
    insert into role_resource (role_id, resource_id) select role_id, resource_id from role, resource where permission_code = 'log.read'
  )
  insert into user_role (user_id, role_id) select user_id, role_id from clerk, role`;
