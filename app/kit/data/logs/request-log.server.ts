import { pool } from "~/kit/data/db/pool.server";
import { redactUrl } from "~/kit/ground/log.server";
import { settings } from "~/kit/ground/settings.server";
import { LogBuffer } from "./buffer.server";

/** A request that is done; `at` is when it came, in milliseconds. */
export interface EndedRequest {
  at: number;
  method: string;
  /** Without its query. */
  path: string;
  status: number;
  ms: number;
  requestId: string;
  address?: string;
  viewer?: { userId: string; userAccount: string; userName: string; orgId: string | null };
}

interface RequestRow extends Omit<EndedRequest, "viewer"> {
  function: string;
  userId?: string;
  userAccount?: string;
  userName?: string;
  orgId?: string | null;
}

/** The sums that charts are made of are written with the requests. One text, always the same: making it anew would cost more than the rest. */
const requests = new LogBuffer<RequestRow>("request_log", (rows) =>
  pool().query({ name: "request_log", text: insert, values: [rows, settings().OPERATOR_TIME_ZONE] }),
);

const insert = `
    with given as materialized (
      select to_timestamp(g.at / 1000.0) as at, to_timestamp(g.at / 1000.0) at time zone $2 as local, g.function, g.method, g.path, g.status, g.ms,
        g."userId" as user_id, g."userAccount" as user_account, g."userName" as user_name, g."orgId" as org_id, coalesce(g."orgId", '') as org, g.address, g."requestId" as request_id
      from json_to_recordset($1::json) as g (at float8, function text, method text, path text, status smallint, ms real,
        "userId" text, "userAccount" text, "userName" text, "orgId" text, address text, "requestId" text)
    ), kept as (
      insert into request_log (at, function, method, path, status, ms, user_id, user_account, user_name, org_id, address, request_id)
      select at, function, method, path, status, ms, user_id, user_account, user_name, org_id, address, request_id from given order by at
    ), steps as materialized (
      select local::date as day, function, counted as org_id, speed_bucket(ms) as bucket, count(*) as requests, count(*) filter (where status >= 400) as errors
      from given cross join lateral unnest(array[org, '*']) as counted group by 1, 2, 3, 4
    ), speeds as (
      insert into request_speed as s (day, function, org_id, bucket, requests, errors)
      select day, function, org_id, bucket, requests, errors from steps order by 1, 2, 3, 4
      on conflict (org_id, day, function, bucket) do update set requests = s.requests + excluded.requests, errors = s.errors + excluded.errors
    ), months as (
      insert into request_speed_month as s (month, function, org_id, bucket, requests, errors)
      select date_trunc('month', day)::date, function, org_id, bucket, sum(requests), sum(errors) from steps group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (org_id, month, function, bucket) do update set requests = s.requests + excluded.requests, errors = s.errors + excluded.errors
    ), hours as (
      insert into request_hour as h (day, hour, org_id, requests, errors)
      select local::date, extract(hour from local), org, count(*), count(*) filter (where status >= 400) from given group by 1, 2, 3 order by 1, 2, 3
      on conflict (day, hour, org_id) do update set requests = h.requests + excluded.requests, errors = h.errors + excluded.errors
    ), functions as (
      insert into request_function (function) select distinct function from given order by 1 on conflict do nothing
    ), met as (
      insert into request_user (user_id)
      select distinct user_id from given where user_id is not null and not exists (select from request_user where request_user.user_id = given.user_id) order by 1
      on conflict (user_id) do update set user_id = excluded.user_id returning user_id, number
    ), numbered as (
      select user_id, number from met union all select user_id, number from request_user where user_id in (select user_id from given)
    )
    insert into request_people as p (day, function, org_id, part, people)
    select local::date, function, counted, number / 1024, bit_or(set_bit(0::bit(1024), number % 1024, 1))
    from given join numbered using (user_id) cross join lateral unnest(array[org, '*']) as counted group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (org_id, day, function, part) do update set people = p.people | excluded.people where p.people | excluded.people <> p.people`;

/** Adds a request to the log. `known`: its address is one of the program's own, where nothing secret can stand. */
export function noteRequest({ viewer, path, ...ended }: EndedRequest, name: string, known: boolean): void {
  requests.add({
    ...ended,
    function: name,
    path: known ? path : withoutSecrets(path),
    userId: viewer?.userId,
    userAccount: viewer?.userAccount,
    userName: viewer?.userName,
    orgId: viewer?.orgId,
  });
}

/** Blanks what may be a token or a link that opens something: long, with digits or capitals, and no record's key. */
export function withoutSecrets(path: string): string {
  return redactUrl(path).replace(/[^/…]{20,}/g, (part) =>
    /[0-9A-Z%]/.test(part) && !/^[0-9a-f]{32}$/.test(part) ? "[已隐去]" : part,
  );
}
