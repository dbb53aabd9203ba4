import pg from "pg";

export const lastDay = "2026-11-30";
/** The first of so many days up to the last. */
export const firstDay = (days: number) =>
  new Date(Date.parse(lastDay) - (days - 1) * 86_400_000).toISOString().slice(0, 10);

/** Adds so many requests of 500 people and 120 functions over 91 days, with their sums, and an account `logclerk` that sees one fleet. */
export async function seedLogs(url: string, rows: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(
      "set statement_timeout = 0; set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set synchronous_commit = off",
    );
    await client.query("select make_log_months('2026-08-01', '2026-11-30')");
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      "select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'request_log'::regclass and not indisprimary",
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    await client.query(requests(rows));
    for (const { definition } of indexes) await client.query(definition.replace(" ON ONLY ", " ON "));
    for (const sum of sums) await client.query(sum);
    await client.query(clerk);
    await client.query("vacuum analyze request_log, request_speed, request_hour, request_person, request_function");
  } finally {
    await client.end();
  }
}

const requests = (rows: number) => `
  insert into request_log (at, function, method, path, status, ms, user_id, user_account, user_name, org_id, address, request_id)
  select timestamptz '2026-09-01 00:00+08' + i * (interval '91 days' / ${rows}), '功能' || f, case when f % 3 = 0 then 'POST' else 'GET' end, '/part/screen-' || f || '/' || md5(i::text),
    case when i % 5003 = 0 then 500 when i % 41 = 0 then 404 else 200 end, 3 + 40 * random() ^ 4 + case when i % 2000 = 0 then 1500 else 0 end,
    md5('u' || u), 'u' || u, '用户' || u, orgs.keys[1 + u % cardinality(orgs.keys)], '10.1.' || u % 250 || '.7', gen_random_uuid()::text
  from (select array_agg(org_id order by org_id) as keys from organisation) as orgs,
    (select i, floor(120 * random() ^ 2)::int as f, floor(500 * random())::int as u from generate_series(0, ${rows - 1}) as i offset 0) as made`;

const local = "(at at time zone 'Asia/Shanghai')";
const sums = [
  `insert into request_speed select ${local}::date, function, org_id, speed_bucket(ms), count(*), count(*) filter (where status >= 400) from request_log group by 1, 2, 3, 4`,
  "insert into request_speed select day, function, '*', bucket, sum(requests), sum(errors) from request_speed group by 1, 2, 4",
  `insert into request_hour select ${local}::date, extract(hour from ${local}), org_id, count(*), count(*) filter (where status >= 400) from request_log group by 1, 2, 3`,
  `insert into request_person select date_trunc('month', ${local})::date, function, org_id, user_id, bit_or(1 << (extract(day from ${local})::integer - 1)) from request_log group by 1, 2, 3, 4`,
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
