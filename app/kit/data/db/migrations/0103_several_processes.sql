-- The installation's own key, sealed by SHARED_KEY where hosts share it; else only how it is recognised.
create table installation_key (
  only_one boolean primary key default true check (only_one),
  fingerprint bytea not null,
  salt bytea,
  sealed bytea,
  check ((salt is null) = (sealed is null))
);

-- How often each caller has come lately, over all processes. Lost in a crash, which forgives everybody.
create unlogged table rate_level (
  name text,
  caller text,
  level double precision not null,
  granted integer not null,
  at timestamptz not null default clock_timestamp(),
  primary key (name, caller)
);

-- Positions on their way to the process that judges them by fences. A crash loses what waits there, as it loses what waits in memory.
create unlogged table fence_position (
  place bigint generated always as identity primary key,
  bus_uuid record_key not null,
  at timestamptz not null,
  lng double precision not null,
  lat double precision not null,
  kmh real,
  before timestamptz
);

-- Uploads in pieces that are neither used nor given up, wherever their pieces lie.
create table unfinished_upload (
  upload_id text primary key,
  user_id record_key not null references app_user on delete cascade,
  file_name text not null,
  size bigint not null,
  -- When its latest piece came.
  latest_at timestamptz not null default now(),
  -- One piece at a time: until when the one under way has it to itself.
  taken_until timestamptz
);
create index on unfinished_upload (user_id);

-- Old steps are looked for by time; they lie in its order.
create index on issue_detail_log using brin (at);
