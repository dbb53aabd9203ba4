-- A person's second factor at the login: the secret is sealed by the program, a code counts only once and only forwards.
create table second_factor (
  user_id record_key primary key references app_user on delete cascade,
  sealed_secret bytea not null,
  last_step bigint not null,
  created_at timestamptz not null default now()
);

-- Each works once and is deleted then.
create table recovery_code (
  user_id record_key not null references second_factor on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- A login by page whose password was right and whose code is still asked; it opens nothing.
create table half_login (
  token_hash bytea primary key,
  user_id record_key not null references app_user on delete cascade,
  password_digest bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

alter table role add column second_factor boolean not null default false;

-- When the password of a session was last given.
alter table session add column confirmed_at timestamptz not null default now();
update session set confirmed_at = created_at;
