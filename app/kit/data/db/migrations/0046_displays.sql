-- A screen on the wall of a dispatch room. Whoever holds its key sees the buses of one organisation and of all below it.
create table display (
  display_id record_key primary key,
  display_name text not null,
  shown_org record_key not null references organisation,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(), created_by text not null,
  last_seen_at timestamptz,
  ended_at timestamptz, ended_by text
);
create unique index display_name_living on display (shown_org, display_name) where ended_at is null;
