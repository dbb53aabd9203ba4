-- History of every record, and the tables that every room reads: dictionaries, parameters, update log, files.
create table history (
  history_id record_key primary key,
  room text not null,
  record_key record_key not null,
  action text not null check (action in ('create', 'update', 'delete', 'restore', 'import')),
  record_version integer not null,
  before jsonb,
  after jsonb,
  user_id text not null,
  user_name text not null,
  reason text,
  request_id text,
  at timestamptz not null default now()
);
create index history_of_record on history (record_key, record_version desc);
create index history_by_time on history (at);

create table dictionary (
  dict_id record_key primary key,
  code_num text not null,
  code_name text not null,
  is_valid boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index dictionary_code_living on dictionary (code_num) where deleted_at is null;

create table dictionary_item (
  dict_id record_key not null references dictionary on delete cascade,
  item_num text not null,
  item_name text not null,
  sort integer not null default 0,
  is_valid boolean not null default true,
  remark text,
  primary key (dict_id, item_num)
);

create table parameter (
  param_id record_key primary key,
  scope text not null check (scope in ('sys', 'ops')),
  param_name text not null,
  param_value text not null default '',
  param_type text not null default 'text' check (param_type in ('number', 'text', 'boolean', 'coordinate', 'time')),
  minimum double precision,
  maximum double precision,
  title text not null default '',
  product_code text,
  maven_project text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index parameter_name_living on parameter (scope, param_name) where deleted_at is null;

create table update_log (
  log_id record_key primary key,
  log_version text not null,
  log_date date not null,
  title text not null,
  body text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);

create table stored_file (
  file_key text primary key,
  file_name text not null,
  content_type text not null,
  size_bytes bigint not null,
  created_at timestamptz not null default now(),
  created_by text
);
