-- What people have said of recordings whose words are not a station's name: that they are right for it, and why. It holds for that sound alone.
create table audio_agreed (
  audio_uuid record_key not null references audio on delete cascade,
  words text not null,
  sha256 text not null,
  reason text not null,
  agreed_by text not null,
  agreed_by_name text not null,
  agreed_at timestamptz not null default now(),
  primary key (audio_uuid, words)
);

-- What the last look through a file found beside its voices.
alter table line_file_check add column errors integer not null default 0, add column warnings integer not null default 0, add column other_names integer not null default 0;
-- Every file is looked through once more.
update line_file_check set source_hash = '';

-- What the compiler found worth a look when a file was generated.
alter table line_file add column findings jsonb not null default '[]';
