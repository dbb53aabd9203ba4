-- The recordings that a generated file announces, kept as they were when it was generated: its packages are made from them.
create table line_file_clip (
  file_uuid record_key not null references line_file,
  sha256 text not null,
  file_key text not null references stored_file,
  primary key (file_uuid, sha256)
);
create index line_file_clip_file on line_file_clip (file_key);
create index line_file_clip_content on line_file_clip (sha256);

-- Many files generated at once: who asked, and what came of each variant.
create table line_file_batch (
  batch_uuid record_key primary key,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'cancelled')),
  version_uuid record_key references voice_version,
  scope text not null check (scope in ('outdated', 'missing', 'draft', 'all')),
  total integer not null,
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);

create table line_file_batch_line (
  batch_uuid record_key not null references line_file_batch on delete cascade,
  classify_sid record_key not null references line_classify,
  serial integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'refused')),
  file_uuid record_key references line_file,
  file_version text,
  -- What was refused, first, and what else must be looked at.
  message text,
  errors jsonb not null default '[]',
  warnings integer not null default 0,
  milliseconds integer,
  primary key (batch_uuid, classify_sid)
);
create index line_file_batch_line_classify on line_file_batch_line (classify_sid);
create index line_file_batch_line_file on line_file_batch_line (file_uuid) where file_uuid is not null;
