-- Who logged in, what was asked for and what ran, each in a partition a month (UTC), made ahead and dropped as the settings say.
create table login_log (
  log_id bigserial,
  at timestamptz not null,
  user_account text not null,
  user_id text,
  user_name text,
  org_id text,
  address text,
  browser text,
  system text,
  result text not null check (result in ('success', 'failed')),
  why text not null default '',
  session_id text,
  request_id text,
  primary key (log_id, at)
) partition by range (at);
create index login_log_at on login_log (at, log_id);
create index login_log_account on login_log (user_account, at);
create index login_log_address on login_log (address, at);
create index login_log_failed on login_log (at) where result = 'failed';

create table request_log (
  log_id bigserial,
  at timestamptz not null,
  function text not null,
  method text not null,
  path text not null,
  status smallint not null,
  ms real not null,
  user_id text,
  user_account text,
  user_name text,
  org_id text,
  address text,
  request_id text,
  primary key (log_id, at)
) partition by range (at);
create index request_log_at on request_log (at, log_id);
create index request_log_account on request_log (user_account, at);
create index request_log_function on request_log (function, at);
create index request_log_organisation on request_log (org_id, at);
create index request_log_errors on request_log (at, log_id) where status >= 400;
create index request_log_faults on request_log (at, log_id) where status >= 500;
create index request_log_slow on request_log (at, log_id) where ms >= 1000;

create table job_log (
  log_id bigserial,
  job text not null,
  title text not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  result text not null check (result in ('done', 'failed', 'interrupted')),
  rows integer,
  error text,
  ref text not null,
  user_id text,
  user_name text,
  org_id text,
  primary key (log_id, began_at)
) partition by range (began_at);
create index job_log_at on job_log (began_at, log_id);

-- What the requests of a day come to, in the operator's time, written with them: charts never read the requests themselves. '' stands for nobody's organisation, '*' for all together.
create table request_speed (
  day date not null,
  function text not null,
  org_id text not null,
  bucket smallint not null,
  requests integer not null,
  errors integer not null,
  primary key (org_id, day, function, bucket)
) partition by range (day);

create table request_hour (
  day date not null,
  hour smallint not null,
  org_id text not null,
  requests integer not null,
  errors integer not null,
  primary key (day, hour, org_id)
) partition by range (day);

-- Who used what on which days of a month: bit n of `days` is day n + 1.
create table request_person (
  month date not null,
  function text not null,
  org_id text not null,
  user_id text not null,
  days integer not null,
  primary key (month, function, org_id, user_id)
) partition by range (month);

-- Every function that was ever asked for, to be found by a part of its name.
create table request_function (function text primary key);

-- How long a request took, as one of the steps that grow by a quarter: step 0 is below 1 ms, step n ends at 2 ^ (n / 3) ms.
create function speed_bucket(ms real) returns smallint language sql immutable parallel safe as
$$ select case when ms < 1 then 0 else floor(3 * ln(ms::double precision) / ln(2::double precision))::integer + 1 end::smallint $$;

-- Makes the partitions of these months where they are missing; answers how many were made.
create function make_log_months(first date, last date) returns integer language plpgsql as $$
declare
  month date := date_trunc('month', first);
  kept record;
  name text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(hashtext('log months'));
  while month <= last loop
    for kept in select * from (values
      ('login_log', true), ('request_log', true), ('job_log', true),
      ('request_speed', false), ('request_hour', false), ('request_person', false)) as t (parent, is_moment)
    loop
      name := kept.parent || '_' || to_char(month, 'YYYYMM');
      if to_regclass(name) is null then
        execute format('create table %I partition of %I for values from (%L) to (%L)', name, kept.parent,
          to_char(month, 'YYYY-MM-DD') || case when kept.is_moment then ' 00:00:00+00' else '' end,
          to_char(month + interval '1 month', 'YYYY-MM-DD') || case when kept.is_moment then ' 00:00:00+00' else '' end);
        made := made + 1;
      end if;
    end loop;
    month := month + interval '1 month';
  end loop;
  return made;
end $$;

alter table session add column ended_by text;
