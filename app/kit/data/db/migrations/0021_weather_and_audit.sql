-- The weather as somebody writes it by hand, a day a row.
create table forecast (
  forecast_uuid record_key primary key,
  weather_date date not null,
  weather_code integer not null,
  temp_min integer not null,
  temp_max integer not null,
  wind integer not null,
  warning text,
  publisher text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index forecast_day_living on forecast (weather_date) where deleted_at is null;

-- The last answer of the weather service, which stays while the service is away.
create table weather_answer (
  service text primary key,
  days jsonb not null,
  fetched_at timestamptz not null default now()
);

-- The values that a change took away and put in, whole and in small letters, so that the audit finds them; no keys, no ID cards, no long lists.
create function changed_values(before jsonb, after jsonb) returns text[]
language sql immutable parallel safe cost 1000 as $$
  select coalesce(array_agg(distinct lower(left(piece #>> '{}', 100))), '{}')
  from jsonb_each(coalesce(before, '{}')) was
  full join jsonb_each(coalesce(after, '{}')) now using (key)
  cross join lateral (values (was.value), (now.value)) as side (value)
  cross join lateral jsonb_array_elements(
    case
      when jsonb_typeof(side.value) <> 'array' then jsonb_build_array(side.value)
      when jsonb_array_length(side.value) <= 64 then side.value
      else '[]'
    end) as piece
  where was.value is distinct from now.value and key <> 'idCard'
    and jsonb_typeof(piece) in ('string', 'number') and piece #>> '{}' <> '' and piece #>> '{}' !~ '^[0-9a-f]{32}$'
$$;
create index history_by_value on history using gin (changed_values(before, after));

drop index history_by_time;
create index history_by_time on history (at, history_id);
create index history_of_room on history (room, at, history_id);
create index history_by_person on history (user_id, at, history_id);
create index history_by_action on history (action, at, history_id);

-- The demo city wrote these rooms by other names than they have.
update history set room = 'bus-models' where room = 'busModels';
update history set room = 'device-models' where room = 'deviceModels';

-- The most vehicles that were online at once in each hour, of each organisation, for eight days.
create table online_hour (
  hour timestamptz not null,
  org text not null,
  online integer not null,
  primary key (hour, org)
);
