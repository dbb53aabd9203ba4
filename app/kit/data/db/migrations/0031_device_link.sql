-- The link to vehicles: each terminal's own secret, tickets for downloads, and what was said to and by it.

create table device_link_token (
  token_id record_key primary key,
  dev_uuid record_key not null references device on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(), created_by text not null,
  last_used_at timestamptz,
  ended_at timestamptz, ended_by text
);
-- A terminal has one secret at a time.
create unique index device_link_token_live on device_link_token (dev_uuid) where ended_at is null;
create index device_link_token_of on device_link_token (dev_uuid, created_at desc);
create index device_link_token_at on device_link_token (created_at desc, token_id);

create table device_ticket (
  ticket_hash bytea primary key,
  dev_uuid record_key not null references device on delete cascade,
  detail_uuid record_key not null references issue_detail on delete cascade,
  -- Opens without the terminal's secret: for terminals that can send nothing but an address.
  is_bare boolean not null default false,
  expires_at timestamptz not null,
  -- Requests that it has let in: the first, and those that went on where it broke.
  uses smallint not null default 0
);
create index device_ticket_expiry on device_ticket (expires_at);
create index device_ticket_detail on device_ticket (detail_uuid);

-- Messages of one kind in a row are one row: `times` of them, the newest at `until_at`.
create table device_message (
  message_id record_key primary key,
  dev_uuid record_key not null references device on delete cascade,
  at timestamptz not null,
  until_at timestamptz not null,
  times integer not null default 1,
  transport text not null check (transport in ('http', '808', 'mqtt')),
  is_from_device boolean not null,
  kind text not null,
  content text not null
);
create index device_message_of on device_message (dev_uuid, message_id desc);

-- Whether a minute of the day lies between two times like 22:30 and 05:00; a time from 24:00 on is of the next day.
create function clock_within(first_time text, last_time text, minute integer) returns boolean language sql immutable as $$
  select coalesce((minute >= a and minute < b) or (minute + 1440 >= a and minute + 1440 < b), false)
  from (select a, case when b <= a then b + 1440 else b end as b from (select
    split_part(first_time, ':', 1)::integer * 60 + split_part(first_time, ':', 2)::integer as a,
    split_part(last_time, ':', 1)::integer * 60 + split_part(last_time, ':', 2)::integer as b) as minutes) as ordered
$$;
