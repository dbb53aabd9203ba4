-- The sums of whole months beside those of days, so that a long range reads few of them.
create table request_speed_month (
  month date not null,
  function text not null,
  org_id text not null,
  bucket smallint not null,
  requests integer not null,
  errors integer not null,
  primary key (org_id, month, function, bucket)
) partition by range (month);

-- Everybody who ever asked for anything has a number; who used what on a day are the bits of their numbers, 1,024 a part. '*' stands for all organisations together.
create table request_user (
  user_id text primary key,
  number integer generated always as identity
);

create table request_people (
  day date not null,
  function text not null,
  org_id text not null,
  part smallint not null,
  people bit(1024) not null,
  primary key (org_id, day, function, part)
) partition by range (day);

create or replace function make_log_months(first date, last date) returns integer language plpgsql as $$
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
      ('request_speed', false), ('request_speed_month', false), ('request_hour', false), ('request_people', false)) as t (parent, is_moment)
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

-- Months that hold requests need their sums.
select make_log_months(month, month)
from (select distinct to_date(right(relname, 6), 'YYYYMM') as month from pg_inherits join pg_class on pg_class.oid = inhrelid
  where inhparent in ('request_speed'::regclass, 'request_person'::regclass)) as months;

insert into request_speed_month
select date_trunc('month', day)::date, function, org_id, bucket, sum(requests), sum(errors) from request_speed group by 1, 2, 3, 4;

insert into request_user (user_id) select distinct user_id from request_person order by 1;

insert into request_people
select month + nth, function, counted, number / 1024, bit_or(set_bit(0::bit(1024), number % 1024, 1))
from request_person join request_user using (user_id) cross join generate_series(0, 30) as nth cross join unnest(array[org_id, '*']) as counted
where days & (1 << nth) <> 0 group by 1, 2, 3, 4;

drop table request_person;

-- What lists are filtered by stands in the index: nobody fetches half a million requests to find that none was a GET.
drop index request_log_account, request_log_function, request_log_organisation;
create index request_log_account on request_log (user_account, at, log_id) include (org_id, method, status);
create index request_log_function on request_log (function, at, log_id) include (org_id, method, status);
create index request_log_organisation on request_log (org_id, at, log_id) include (method, status);
create index request_log_head on request_log (at, log_id) where method = 'HEAD';
