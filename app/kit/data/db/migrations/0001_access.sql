-- Who may do what: apps, modules, resources, roles, users, sessions, and what a session carries.
create extension if not exists btree_gist;

create domain record_key as text collate "C" check (value ~ '^[0-9a-f]{32}$');

create table app (
  app_id record_key primary key,
  app_code text not null,
  app_name text not null,
  english_short_name text not null,
  address text,
  icon text,
  sort integer not null default 0,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index app_code_living on app (app_code) where deleted_at is null;
create unique index app_short_name_living on app (lower(english_short_name)) where deleted_at is null;

create table module (
  module_id record_key primary key,
  module_name text not null,
  product_code text not null,
  description text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index module_name_living on module (module_name) where deleted_at is null;

create table organisation (
  org_id record_key primary key,
  org_pid record_key references organisation,
  org_code text not null,
  org_name text not null,
  org_type integer not null default 200,
  sort integer not null default 0,
  leader text, phone text, address text,
  lng double precision, lat double precision,
  state integer not null default 1,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index organisation_code_living on organisation (org_code) where deleted_at is null;
create unique index organisation_name_living on organisation (coalesce(org_pid, ''), org_name) where deleted_at is null;
create index organisation_parent on organisation (org_pid);

create table resource (
  resource_id record_key primary key,
  pid record_key references resource,
  app_id record_key not null references app,
  module_id record_key references module,
  type text not null check (type in ('menu', 'page', 'button', 'link')),
  resource_name text not null,
  title text not null,
  permission_code text,
  path text,
  icon text,
  is_home boolean not null default false,
  no_cache boolean not null default false,
  resource_sort integer not null default 0,
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index resource_name_living on resource (app_id, resource_name) where deleted_at is null;
create index resource_parent on resource (pid);

create table role (
  role_id record_key primary key,
  parent_id record_key references role,
  role_name text not null,
  data_scope text not null default 'all' check (data_scope in ('all', 'own-below', 'own', 'chosen')),
  enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index role_name_living on role (coalesce(parent_id, ''), role_name) where deleted_at is null;

create table role_organisation (
  role_id record_key not null references role on delete cascade,
  org_id record_key not null references organisation on delete cascade,
  primary key (role_id, org_id)
);

create table role_resource (
  role_id record_key not null references role on delete cascade,
  resource_id record_key not null references resource on delete cascade,
  primary key (role_id, resource_id)
);

create table app_user (
  user_id record_key primary key,
  user_account text not null,
  user_name text not null,
  password_hash text not null,
  person_uuid record_key,
  org_id record_key references organisation,
  user_status text not null default 'normal' check (user_status in ('normal', 'locked', 'disabled', 'must-change-password')),
  is_super boolean not null default false,
  avatar_key text,
  theme text not null default 'chalk',
  shortcuts jsonb not null default '[]',
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index user_account_living on app_user (lower(user_account)) where deleted_at is null;

create table user_role (
  user_id record_key not null references app_user on delete cascade,
  role_id record_key not null references role on delete cascade,
  primary key (user_id, role_id)
);

create table session (
  session_id record_key primary key,
  token_hash bytea not null unique,
  user_id record_key not null references app_user on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text,
  address text,
  user_agent text,
  app_code text
);
create index session_of_user on session (user_id, created_at desc);

-- What a session's tab bar and shortcut bar hold.
create table session_tab (
  session_id record_key not null references session on delete cascade,
  path text not null,
  href text not null,
  title text not null,
  position integer not null,
  stack jsonb not null default '[]',
  visited_at timestamptz not null default now(),
  primary key (session_id, path)
);
create table session_shortcut (
  session_id record_key not null references session on delete cascade,
  path text not null,
  position integer not null,
  primary key (session_id, path)
);

-- Failed logins, counted here so that every process sees the same numbers.
create table login_failure (
  account text not null,
  address text not null,
  at timestamptz not null default now()
);
create index login_failure_account on login_failure (account, at desc);
create index login_failure_address on login_failure (address, at desc);

create table login_captcha (
  captcha_id record_key primary key,
  answer_hash bytea not null,
  expires_at timestamptz not null
);
create table login_key (
  key_id record_key primary key,
  public_key text not null,
  sealed_private_key bytea not null,
  expires_at timestamptz not null
);
create table free_login_ticket (
  ticket_hash bytea primary key,
  app_id record_key not null references app on delete cascade,
  user_id record_key not null references app_user on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- A form posted after the session had expired, sealed, waiting for the same person to log in.
create table kept_post (
  kept_id record_key primary key,
  user_id record_key not null references app_user on delete cascade,
  sealed bytea not null,
  expires_at timestamptz not null
);
