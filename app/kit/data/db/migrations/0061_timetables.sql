-- What passengers know a line by beside its number.
alter table line
  add column long_name text,
  add column color text check (color ~ '^[0-9A-F]{6}$'),
  add column text_color text check (text_color ~ '^[0-9A-F]{6}$');

-- Trips of one direction of a version that run on the same days and take the same times.
create table line_service (
  version_uuid record_key not null references line_version on delete cascade,
  direction integer not null check (direction in (1, 2)),
  serial integer not null check (serial > 0),
  -- The operator's name of the days; weekdays are 1 (Monday) to 7 between two days.
  service_name text not null,
  weekdays integer[] not null default '{}',
  valid_from date,
  valid_to date,
  added date[] not null default '{}',
  removed date[] not null default '{}',
  -- For each station: seconds from the first departure until it is reached and left, and whether they are exact; none where the stations have changed since.
  legs jsonb,
  -- Seconds of the service day; past 86400 they are the next day's.
  departures integer[] not null default '{}',
  -- [{start, end, headway, isExact}] in the same seconds, in place of departures.
  frequencies jsonb not null default '[]',
  primary key (version_uuid, direction, serial)
);
