-- What concerns safety, for administrators: it is added to and never changed, by whoever works through the program.
create table security_event (
  event_id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null,
  user_id text,
  user_account text,
  user_name text,
  session text,
  address text,
  request_id text,
  detail text not null default ''
);
create index security_event_at on security_event (at, event_id);
create index security_event_kind on security_event (kind, at, event_id);
create index security_event_account on security_event (user_account, at, event_id);
create index security_event_address on security_event (address, at, event_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name;
end $$;
create trigger security_event_stays before update or delete on security_event for each row execute function refuse_change();
create trigger security_event_whole before truncate on security_event for each statement execute function refuse_change();
