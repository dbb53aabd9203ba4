-- What terminals report of themselves stands beside what fences see: one list of what happens to vehicles.
alter table fence_event rename to vehicle_event;
alter table vehicle_event
  alter column fence_uuid drop not null,
  alter column lng drop not null,
  alter column lat drop not null,
  -- Of an alarm: 100 and the number of its bit in the alarm word of JT/T 808.
  add column dev_uuid record_key references device on delete cascade,
  add column acknowledged_at timestamptz,
  add column acknowledged_by text,
  add column acknowledged_by_name text,
  add column acknowledged_note text check (length(acknowledged_note) between 1 and 200),
  -- It ended with the last report before a long silence, and nobody knows when indeed.
  add column is_lost boolean not null default false,
  drop constraint fence_event_kind_check,
  add constraint vehicle_event_kind check (kind in (10, 20, 30, 40) or kind between 100 and 131),
  add constraint vehicle_event_of check ((kind < 100) = (fence_uuid is not null) and (kind >= 100) = (dev_uuid is not null));
create unique index vehicle_event_alarm_open on vehicle_event (bus_uuid, kind) where ended_at is null and fence_uuid is null;
create index vehicle_event_unseen on vehicle_event (kind, began_at desc) where acknowledged_at is null;
create index vehicle_event_of_device on vehicle_event (dev_uuid, kind, began_at desc) where dev_uuid is not null;
