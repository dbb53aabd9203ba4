-- Many clips at once: files of one upload, or names of stations to be spoken, each a row; until it is confirmed only a preview.
create table audio_import (
  import_id record_key primary key,
  kind text not null check (kind in ('upload', 'speak')),
  file_name text not null,
  file_key text references stored_file,
  file_size bigint not null default 0,
  -- What all its clips have: language, use, type, speaker, voice.
  given jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'preview', 'applying', 'done', 'failed', 'cancelled')),
  progress double precision not null default 0,
  phase text not null default '',
  org_id record_key references organisation,
  preview jsonb,
  result jsonb,
  error text,
  created_at timestamptz not null default now(), created_by text not null, created_by_name text not null,
  confirmed_at timestamptz, confirmed_by text, confirmed_by_name text,
  finished_at timestamptz
);
create index audio_import_new on audio_import (created_at desc, import_id);
create index audio_import_author on audio_import (created_by, created_at desc);
create index audio_import_file on audio_import (file_key);

create table audio_import_row (
  import_id record_key not null references audio_import on delete cascade,
  row integer not null,
  -- The path inside the upload, or the station's name.
  file_name text not null,
  file_key text references stored_file,
  facts jsonb,
  -- Why the file cannot be used.
  fault text,
  -- The station whose name it says, the clip whose sound it replaces, or else only a text.
  sta_uuid record_key references station,
  replaces_uuid record_key references audio,
  text text,
  -- Whom it is for and why, and what it doubles, as people read it.
  why text not null default '',
  doubles text,
  is_skipped boolean not null default false,
  -- The key of the clip that it becomes, so that a repeated step makes it once.
  audio_uuid record_key not null,
  outcome text check (outcome in ('created', 'replaced', 'refused')),
  primary key (import_id, row)
);
create index audio_import_row_file on audio_import_row (file_key);
