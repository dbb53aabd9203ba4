-- The stations of a direction as somebody has typed them and not saved yet.
create table unsaved_sequence (
  user_id record_key not null references app_user on delete cascade,
  classify_sid record_key not null references line_classify on delete cascade,
  -- The version that was edited; empty where the variant had none.
  version_uuid text not null,
  direction smallint not null,
  -- The stored stations that the typing began from.
  ground text not null,
  typed jsonb not null,
  at timestamptz not null default now(),
  primary key (user_id, classify_sid, version_uuid, direction)
);
