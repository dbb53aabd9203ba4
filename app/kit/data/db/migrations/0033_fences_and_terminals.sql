-- What buses did against the rules of fences, and terminals that speak JT/T 808; an event without an end is going on.
create table fence_event (
  event_uuid record_key primary key,
  fence_uuid record_key not null references fence on delete cascade,
  bus_uuid record_key not null references bus on delete cascade,
  -- As the fence's rule: 10 entered, 20 left, 30 too fast, 40 stood too long.
  kind integer not null check (kind in (10, 20, 30, 40)),
  began_at timestamptz not null,
  ended_at timestamptz,
  lng double precision not null,
  lat double precision not null,
  -- Kilometres an hour or minutes, as the rule had it then; kilometres an hour.
  limit_value integer,
  top_speed real,
  created_at timestamptz not null default now(),
  check (ended_at >= began_at)
);
create unique index fence_event_open on fence_event (bus_uuid, fence_uuid) where ended_at is null;
create index fence_event_of_bus on fence_event (bus_uuid, began_at desc);
create index fence_event_of_fence on fence_event (fence_uuid, began_at desc);
create index fence_event_by_time on fence_event (began_at desc, event_uuid);

-- Buses that a fence keeps in mind, so that a restart forgets nothing: inside one that is not to be left, or standing in one since then.
create table fence_watch (
  bus_uuid record_key not null references bus on delete cascade,
  fence_uuid record_key not null references fence on delete cascade,
  since timestamptz not null,
  lng double precision not null,
  lat double precision not null,
  primary key (bus_uuid, fence_uuid)
);

-- What the gateway knows of a terminal: the hash of its authentication code, and the delivery that it was last sent.
create table device_terminal (
  dev_uuid record_key primary key references device on delete cascade,
  code_hash bytea not null,
  registered_at timestamptz not null default now(),
  sent_detail text,
  sent_attempt integer,
  sent_crc32 text
);
