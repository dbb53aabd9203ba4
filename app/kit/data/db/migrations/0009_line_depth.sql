-- Lines in depth: plans by day, parameters, standby stations, references, checked paths, batches of matches, files of lines.

-- A draft may be meant for a day; a variant has one draft for each day, and one without. `base_uuid` and `base_number` say
-- what it began from, so that a change underneath is noticed. Where two pairs of eyes are wanted, a draft is submitted, and
-- put in force or returned with a reason.
alter table line_version
  add column planned_for date,
  add column base_uuid record_key,
  add column base_number integer,
  add column submitted_at timestamptz,
  add column submitted_by text,
  add column returned_reason text,
  add constraint line_version_plan check (state = 'draft' or (planned_for is null and submitted_at is null));
drop index line_version_one_draft;
create unique index line_version_one_draft on line_version (classify_sid, planned_for) nulls not distinct where state = 'draft' and deleted_at is null;

alter table line_classify add column remark text;

-- Points that the path must pass between two stations ([{lng, lat, gap}], gap 0 lies between the first two), and the
-- stretches drawn by hand ([[from, to]], places in `coords`).
alter table line_path
  add column vias jsonb not null default '[]',
  add column free_hand jsonb not null default '[]';

-- Running parameters of a version; what is null is the line's, and there the operator's.
create table line_version_param (
  version_uuid record_key primary key references line_version on delete cascade,
  start_direction integer check (start_direction in (1, 2)),
  extend_minutes integer check (extend_minutes between 0 and 1440),
  standby_minutes integer check (standby_minutes between 0 and 240),
  speed_limit integer check (speed_limit between 5 and 120),
  dwell_seconds integer check (dwell_seconds between 0 and 600),
  depart_allow_fast integer check (depart_allow_fast between 0 and 60),
  depart_allow_slow integer check (depart_allow_slow between 0 and 60),
  plan_send_early integer check (plan_send_early between 0 and 240)
);

create table line_param (
  line_uuid record_key primary key references line,
  start_direction integer check (start_direction in (1, 2)),
  extend_minutes integer check (extend_minutes between 0 and 1440),
  standby_minutes integer check (standby_minutes between 0 and 240),
  speed_limit integer check (speed_limit between 5 and 120),
  dwell_seconds integer check (dwell_seconds between 0 and 600),
  depart_allow_fast integer check (depart_allow_fast between 0 and 60),
  depart_allow_slow integer check (depart_allow_slow between 0 and 60),
  plan_send_early integer check (plan_send_early between 0 and 240),
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);

-- Stations kept with a line outside its running sequence, for detours; `replaces_uuid`: the station each stands in for.
create table line_standby (
  standby_uuid record_key primary key,
  line_uuid record_key not null references line,
  direction integer not null check (direction in (1, 2)),
  sta_uuid record_key not null references station,
  replaces_uuid record_key references station,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index line_standby_living on line_standby (line_uuid, direction, sta_uuid) where deleted_at is null;
create index line_standby_of_station on line_standby (sta_uuid);

-- Where a file says that a direction drives; `coords` in WGS84, `crs` is what the file was in, `offsets` the median metres
-- to the roads under each system.
create table line_reference (
  reference_uuid record_key primary key,
  line_uuid record_key not null references line,
  direction integer not null check (direction in (1, 2)),
  reference_name text not null,
  file_name text,
  crs text not null check (crs in ('WGS84', 'GCJ02', 'BD09', 'EPSG:3857')),
  coords double precision[] not null,
  offsets jsonb not null default '{}',
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index line_reference_living on line_reference (line_uuid, direction) where deleted_at is null;

-- The last check of a stored path against the roads of one revision. `stretches`: [{from, to, metres, hash, reason, whiteUuid?}],
-- metres along the path.
create table line_match_result (
  version_uuid record_key not null references line_version on delete cascade,
  direction integer not null check (direction in (1, 2)),
  roads_revision bigint not null,
  path_hash text not null,
  ratio double precision not null,
  mileage numeric(11,3) not null,
  breaks integer not null default 0,
  -- The least sure way between two stations, 0 to 1.
  confidence double precision,
  stretches jsonb not null default '[]',
  checked_at timestamptz not null default now(),
  checked_by text,
  primary key (version_uuid, direction)
);
create index line_match_result_worst on line_match_result (ratio, version_uuid, direction);

-- Stretches of a path beside the roads that a person has accepted. `roads_digest` says what the roads around looked like
-- then; once they look different, `recheck` asks for another look.
create table path_white_list (
  white_uuid record_key primary key,
  line_uuid record_key not null references line,
  classify_sid record_key not null references line_classify,
  direction integer not null check (direction in (1, 2)),
  coords double precision[] not null,
  geometry_hash text not null,
  metres double precision not null,
  reason text not null,
  roads_digest text not null,
  recheck boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index path_white_list_living on path_white_list (classify_sid, direction, geometry_hash) where deleted_at is null;
create index path_white_list_of_line on path_white_list (line_uuid);

-- One run of matching over many lines; a pause is asked for by `state`, the job looks between two lines.
create table match_batch (
  batch_id record_key primary key,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'paused', 'done', 'cancelled')),
  total integer not null default 0,
  done integer not null default 0,
  created_at timestamptz not null default now(), created_by text not null, created_by_name text not null,
  finished_at timestamptz
);
create table match_batch_line (
  batch_id record_key not null references match_batch on delete cascade,
  classify_sid record_key not null references line_classify,
  direction integer not null check (direction in (1, 2)),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused', 'accepted', 'rejected')),
  -- Where the path came from, how sure its least sure gap is, and the proposal itself.
  source text,
  ratio double precision,
  confidence double precision,
  breaks integer,
  old_mileage numeric(11,3),
  mileage numeric(11,3),
  proposal jsonb,
  message text,
  milliseconds integer,
  at timestamptz,
  primary key (batch_id, classify_sid, direction)
);

-- A file (or pasted rows) on its way into lines: read, previewed with every problem at its row, confirmed.
create table line_import (
  import_id record_key primary key,
  kind text not null check (kind in ('stations', 'lines', 'gtfs', 'reference')),
  line_uuid record_key references line,
  direction integer check (direction in (1, 2)),
  file_name text not null,
  file_key text,
  file_size bigint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'preview', 'applying', 'done', 'failed', 'cancelled')),
  progress double precision not null default 0,
  phase text not null default '',
  org_id record_key references organisation,
  -- What the person chose: coordinate system, columns, what becomes of what is there already.
  choices jsonb not null default '{}',
  preview jsonb,
  result jsonb,
  error text,
  created_at timestamptz not null default now(), created_by text not null, created_by_name text not null,
  confirmed_at timestamptz, confirmed_by text, confirmed_by_name text,
  finished_at timestamptz
);
create index line_import_by_time on line_import (created_at desc);
