-- The records that a person looked at last.
create table recent_page (
  user_id record_key not null references app_user on delete cascade,
  path text not null,
  title text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, path)
);
