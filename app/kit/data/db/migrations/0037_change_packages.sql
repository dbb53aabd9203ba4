-- A change package: versions of lines, changes of stations and fences, and their line files, in force together on one day.
create sequence change_package_number;

-- States: 0 draft, 1 confirmed and waiting for its day, 2 in force, 3 taken back, 4 could not come into force.
create table change_package (
  package_uuid record_key primary key,
  package_num text not null,
  package_name text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  org_id record_key not null references organisation,
  effective_day date not null,
  state smallint not null default 0 check (state between 0 and 4),
  -- Why it could not come into force, or was taken back.
  outcome text,
  confirmed_at timestamptz,
  confirmed_by text,
  confirmed_by_name text,
  -- Who confirmed it, as they were allowed then: on their behalf it comes into force.
  acting jsonb,
  in_force_at timestamptz,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index change_package_num_living on change_package (package_num) where deleted_at is null;
create index change_package_grams on change_package using gin (search_grams) where deleted_at is null;
create index change_package_org on change_package (org_id);
create index change_package_due on change_package (effective_day) where state = 1 and deleted_at is null;

create table change_item (
  item_uuid record_key primary key,
  package_uuid record_key not null references change_package on delete cascade,
  kind text not null check (kind in ('version', 'station', 'fence')),
  -- The version, station or fence; what it was called when it was added.
  record_key record_key not null,
  title text not null,
  classify_sid record_key references line_classify,
  -- Of a station or fence: the fields as they shall be, and as they were.
  changes jsonb not null default '{}',
  original jsonb not null default '{}',
  -- Of a version: what held on the day without it.
  before_uuid record_key references line_version,
  created_at timestamptz not null default now(), created_by text,
  check ((kind = 'version') = (classify_sid is not null)),
  unique (package_uuid, kind, record_key)
);
create index change_item_of_record on change_item (record_key);
create index change_item_classify on change_item (classify_sid) where classify_sid is not null;
create index change_item_before on change_item (before_uuid) where before_uuid is not null;

-- Who gave their word for a package, and for which contents of it.
create table change_word (
  word_uuid record_key primary key,
  package_uuid record_key not null references change_package on delete cascade,
  contents text not null,
  said text,
  user_id text not null,
  user_name text not null,
  at timestamptz not null default now()
);
create index change_word_of on change_word (package_uuid, at);

-- A file made for a package is the variant's file from that day on.
alter table line_file add column package_uuid record_key references change_package, add column valid_from date;
create index line_file_of_package on line_file (package_uuid) where package_uuid is not null;
alter table issue_task add column package_uuid record_key references change_package,
  -- Vehicles use the file from then on; null: as soon as they have it.
  add column activate_at timestamptz;
create index issue_task_of_package on issue_task (package_uuid) where package_uuid is not null;
