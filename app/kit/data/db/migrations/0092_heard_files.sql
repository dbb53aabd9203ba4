-- Who has listened to a generated line file before it goes to vehicles: which of its parts, or why not all of them.
create table line_file_heard (
  heard_id bigint generated always as identity primary key,
  file_uuid record_key not null references line_file on delete cascade,
  at timestamptz not null default now(),
  heard_by text,
  heard_by_name text not null,
  parts text[] not null,
  seconds integer not null,
  total_seconds integer not null,
  reason text
);
create index line_file_heard_file on line_file_heard (file_uuid);
