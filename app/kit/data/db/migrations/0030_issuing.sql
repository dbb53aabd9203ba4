-- Issuing: files beside line files, tasks that take files to vehicles, what became of each vehicle, and what vehicles report.

create table file_catalog (
  catalog_uuid record_key primary key,
  pid record_key references file_catalog,
  name text not null check (length(name) between 1 and 32),
  sort integer not null default 0,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text
);
create unique index file_catalog_name on file_catalog (coalesce(pid, ''), name);

-- Kinds of files, here and in tasks: 1 firmware, 2 line file, 3 configuration, 4 public voice, 5 multimedia.
create table multi_file (
  multi_uuid record_key primary key,
  catalog_uuid record_key references file_catalog,
  kind smallint not null check (kind in (1, 3, 4, 5)),
  -- What vehicles know it by: a new version of the same number takes the old one's place.
  file_no text not null check (file_no ~ '^[\x21-\x7e]{1,32}$'),
  file_name text not null,
  file_version text not null check (file_version ~ '^[\x21-\x7e]{1,16}$'),
  -- Only for this model of devices; null means any.
  model_uuid record_key references device_model,
  org_id record_key not null references organisation,
  file_key text not null references stored_file,
  size_bytes bigint not null,
  md5 text not null,
  sha256 text not null,
  crc32 text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index multi_file_version_living on multi_file (kind, file_no, file_version) where deleted_at is null;
create index multi_file_of_catalog on multi_file (catalog_uuid) where deleted_at is null;
create index multi_file_grams on multi_file using gin (search_grams) where deleted_at is null;
create index multi_file_model on multi_file (model_uuid) where model_uuid is not null;
create index multi_file_file on multi_file (file_key);

create sequence issue_task_number;

-- States: 0 not started, 1 running, 2 paused, 3 done, 4 partly failed, 5 cancelled.
create table issue_task (
  task_uuid record_key primary key,
  task_num text not null unique,
  task_name text not null check (length(task_name) between 1 and 64),
  task_type smallint not null check (task_type between 1 and 5),
  org_id record_key not null references organisation,
  state smallint not null default 0 check (state between 0 and 5),
  priority smallint not null default 5 check (priority between 0 and 9),
  targets jsonb not null,
  -- Vehicles that the targets found and that get nothing, each with why.
  left_out jsonb not null default '[]',
  start_time timestamptz,
  -- `[{"from": "22:00", "to": "05:00"}]`; empty means at any time.
  windows jsonb not null default '[]',
  -- Only while the bus's line has no departures.
  outside_service boolean not null default false,
  retry smallint not null default 3 check (retry between 0 and 10),
  timeout_minutes integer not null default 60 check (timeout_minutes between 1 and 1440),
  -- A vehicle that has the file reports it as its own within this time, or it has failed.
  effective_minutes integer not null default 1440 check (effective_minutes between 1 and 10080),
  -- Cumulative shares in percent, the last is 100; `stage` is the number of shares that are let go.
  stages smallint[] not null default '{100}',
  stage smallint not null default 0,
  next_stage_percent smallint not null default 90 check (next_stage_percent between 0 and 100),
  stop_at_failed_percent smallint check (stop_at_failed_percent between 1 and 100),
  -- Why it stands still, in words.
  stopped_because text,
  begun_at timestamptz,
  ended_at timestamptz,
  created_by_name text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create index issue_task_at on issue_task (created_at desc, task_uuid) where deleted_at is null;
create index issue_task_moving on issue_task (task_uuid) where state in (0, 1) and deleted_at is null;

create table issue_task_file (
  task_uuid record_key not null references issue_task on delete cascade,
  serial smallint not null,
  file_uuid record_key references line_file,
  multi_uuid record_key references multi_file,
  primary key (task_uuid, serial),
  check (num_nonnulls(file_uuid, multi_uuid) = 1)
);
create index issue_task_line_file on issue_task_file (file_uuid) where file_uuid is not null;
create index issue_task_multi_file on issue_task_file (multi_uuid) where multi_uuid is not null;

-- One file for one vehicle. States: -1 cancelled, 0 waiting, 1 under way, 2 the vehicle has it, 3 failed, 4 in effect.
create table issue_detail (
  detail_uuid record_key primary key,
  task_uuid record_key not null references issue_task on delete cascade,
  -- From 1: the share of the task that it goes with.
  stage smallint not null default 1,
  bus_uuid record_key not null references bus,
  dev_uuid record_key not null references device,
  line_uuid record_key references line,
  file_uuid record_key references line_file,
  multi_uuid record_key references multi_file,
  -- What vehicles call it: kind, number, version.
  kind smallint not null check (kind between 1 and 5),
  file_no text not null,
  file_version text not null,
  format text,
  -- The bytes that go out.
  file_key text not null references stored_file,
  size_bytes bigint not null,
  crc32 text not null,
  sha256 text not null,
  state smallint not null default 0 check (state between -1 and 4),
  percent smallint not null default 0 check (percent between 0 and 100),
  progress_code text,
  progress_text text,
  tries smallint not null default 0,
  last_error text,
  -- Not before: the wait between two tries.
  next_try_at timestamptz,
  notice_time timestamptz,
  download_start timestamptz,
  download_end timestamptz,
  -- State 1: failed when nothing came until then. State 2: failed when another version is reported after it.
  deadline timestamptz,
  result_time timestamptz,
  reported_version text,
  changed_at timestamptz not null default now(),
  unique (task_uuid, dev_uuid, kind, file_no),
  check (num_nonnulls(file_uuid, multi_uuid) = 1)
);
-- A vehicle has one download at a time.
create unique index issue_detail_under_way on issue_detail (dev_uuid) where state = 1;
create index issue_detail_waiting on issue_detail (dev_uuid) where state = 0;
create index issue_detail_to_report on issue_detail (dev_uuid, kind, file_no) where state = 2;
create index issue_detail_of_task on issue_detail (task_uuid, state, stage);
create index issue_detail_late on issue_detail (deadline) where state in (1, 2);
create index issue_detail_bus on issue_detail (bus_uuid);
create index issue_detail_line_file on issue_detail (file_uuid) where file_uuid is not null;
create index issue_detail_multi_file on issue_detail (multi_uuid) where multi_uuid is not null;
create index issue_detail_line on issue_detail (line_uuid) where line_uuid is not null;
create index issue_detail_file on issue_detail (file_key);

-- Every change of a detail; only added to.
create table issue_detail_log (
  log_id bigint generated always as identity primary key,
  detail_uuid record_key not null references issue_detail on delete cascade,
  at timestamptz not null default clock_timestamp(),
  from_state smallint,
  to_state smallint not null,
  reason text not null,
  -- A person's name, or who else it was: the terminal, the program.
  actor text not null
);
create index issue_detail_log_of on issue_detail_log (detail_uuid, log_id);

-- What a terminal said it has, by kind and number; rows it no longer names are gone.
create table reported_file (
  dev_uuid record_key not null references device on delete cascade,
  kind smallint not null check (kind between 1 and 5),
  file_no text not null,
  file_version text not null,
  since timestamptz not null default now(),
  reported_at timestamptz not null default now(),
  primary key (dev_uuid, kind, file_no)
);
create index reported_file_of on reported_file (kind, file_no, file_version);
