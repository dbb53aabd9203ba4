-- Announcements: clips and their kinds, kinds of nodes, the public recipe, files of lines with their nodes, playlists and texts.

-- How a station's name is said where the dictionary is wrong: pinyin with tone numbers, a syllable each.
alter table station add column pronunciation text;

create table audio_type (
  type_uuid record_key primary key,
  type_name text not null,
  use smallint not null default 6 check (use in (0, 1, 2, 3, 4, 5, 6, 7, 8)),
  sort integer not null default 0,
  is_valid boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index audio_type_name_living on audio_type (type_name) where deleted_at is null;

-- A clip: what was uploaded or spoken. What goes into packages is made from it and kept in audio_made.
create table audio (
  audio_uuid record_key primary key,
  audio_num text not null,
  audio_name text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  type_uuid record_key references audio_type,
  use smallint not null default 6 check (use in (0, 1, 2, 3, 4, 5, 6, 7, 8)),
  voice_type smallint not null default 0 check (voice_type in (0, 1)),
  -- 0 inside, 1 outside, 2 both.
  speaker smallint not null default 2 check (speaker in (0, 1, 2)),
  language text not null default 'zh' check (language in ('zh', 'en', 'yue', 'other')),
  text text,
  sta_uuid record_key references station,
  source text not null default 'recorded' check (source in ('recorded', 'spoken')),
  file_uuid text not null references stored_file,
  file_name text not null,
  format text not null,
  size_bytes integer not null,
  duration_ms integer not null,
  sample_rate integer not null,
  channels integer not null,
  bitrate integer,
  -- LUFS; null where all is silent.
  loudness numeric(5,1),
  sha256 text not null,
  crc32 text not null,
  is_valid boolean not null default true,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index audio_num_living on audio (audio_num) where deleted_at is null;
create index audio_by_name on audio (audio_name, audio_uuid) where deleted_at is null;
create index audio_by_updated on audio (updated_at desc, audio_uuid) where deleted_at is null;
create index audio_by_duration on audio (duration_ms, audio_uuid) where deleted_at is null;
create index audio_by_size on audio (size_bytes, audio_uuid) where deleted_at is null;
create index audio_grams on audio using gin (search_grams) where deleted_at is null;
create index audio_said on audio (text, language) where deleted_at is null;
create index audio_station on audio (sta_uuid) where sta_uuid is not null;
create index audio_content on audio (sha256) where deleted_at is null;
create index audio_file on audio (file_uuid);
create index audio_of_type on audio (type_uuid);

-- A clip as a package takes it: by the content it was made from and by the shape (codec, rate, bitrate, loudness).
create table audio_made (
  source_sha256 text not null,
  shape text not null,
  file_key text not null references stored_file,
  size_bytes integer not null,
  duration_ms integer not null,
  loudness numeric(5,1),
  sha256 text not null,
  crc32 text not null,
  made_at timestamptz not null default now(),
  primary key (source_sha256, shape)
);
create index audio_made_file on audio_made (file_key);

create table node_type (
  type_uuid record_key primary key,
  type_num text not null,
  type_name text not null,
  use smallint not null check (use in (0, 1, 2, 3, 4, 5, 6, 7, 8)),
  icon text,
  colour text,
  default_radius integer not null default 50 check (default_radius between 10 and 500),
  needs_azimuth boolean not null default true,
  triggers_once boolean not null default true,
  sort integer not null default 0,
  is_valid boolean not null default true,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index node_type_num_living on node_type (type_num) where deleted_at is null;

-- The columns that nodes of a type carry beside those of every node, in order; which there are stands in the program.
create table node_type_column (
  column_uuid record_key primary key,
  type_uuid record_key not null references node_type,
  column_code text not null,
  serial integer not null,
  required boolean not null default false,
  default_value text,
  unique (type_uuid, column_code),
  unique (type_uuid, serial) deferrable initially deferred
);

-- The public recipe: what is said at which event, on which loudspeaker, in which language.
create table voice_version (
  version_uuid record_key primary key,
  version_num text not null check (version_num ~ '^[\x21-\x7e]{1,16}$'),
  version_name text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  languages text[] not null default '{zh}',
  is_valid boolean not null default true,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index voice_version_num_living on voice_version (version_num) where deleted_at is null;
create index voice_version_grams on voice_version using gin (search_grams) where deleted_at is null;

-- Events: 1 start departure, 2 arrival, 3 departure, 4 departure before the terminus, 5 arrival at the terminus.
-- Loudspeakers: 1 arrival inside, 2 arrival outside, 3 departure inside, 4 departure outside.
create table voice_version_audio (
  link_uuid record_key primary key,
  version_uuid record_key not null references voice_version,
  event smallint not null check (event between 1 and 5),
  voice_use smallint not null check (voice_use between 1 and 4),
  language text not null check (language in ('zh', 'en', 'yue', 'other')),
  serial integer not null check (serial between 1 and 20),
  part text not null check (part in ('clip', 'station', 'nextStation', 'terminus', 'lineName', 'direction')),
  audio_uuid record_key references audio,
  check ((part = 'clip') = (audio_uuid is not null)),
  unique (version_uuid, event, voice_use, language, serial) deferrable initially deferred
);
create index voice_version_audio_clip on voice_version_audio (audio_uuid) where audio_uuid is not null;

create table voice_version_text (
  link_uuid record_key primary key,
  version_uuid record_key not null references voice_version,
  event smallint not null check (event between 1 and 5),
  -- The display beside that loudspeaker.
  voice_use smallint not null check (voice_use between 1 and 4),
  language text not null check (language in ('zh', 'en', 'yue', 'other')),
  serial integer not null check (serial between 1 and 20),
  -- May hold {station} {next} {terminus} {line}.
  text text not null,
  seconds integer not null default 5 check (seconds between 1 and 60),
  unique (version_uuid, event, voice_use, language, serial) deferrable initially deferred
);

-- What a variant of a line announces. 0 draft, 1 generated, 2 issued, 3 void. A generated file never changes.
create table line_file (
  file_uuid record_key primary key,
  classify_sid record_key not null references line_classify,
  version_uuid record_key not null references voice_version,
  file_version text check (file_version ~ '^[\x21-\x7e]{1,16}$'),
  state smallint not null default 0 check (state between 0 and 3),
  node_count integer not null default 0,
  audio_count integer not null default 0,
  size_bytes bigint,
  sha256 text,
  crc32 text,
  generated_at timestamptz,
  generated_by text,
  -- What it was made from (stations, path, names, recipe, clips), each with its hash, so that what changed since can be said.
  source_hash text,
  sources jsonb,
  -- Nodes, playlists and texts as they were compiled.
  contents jsonb,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text,
  check ((state = 0) = (file_version is null))
);
create unique index line_file_one_draft on line_file (classify_sid) where state = 0 and deleted_at is null;
create unique index line_file_version_living on line_file (classify_sid, file_version) where file_version is not null and deleted_at is null;
create index line_file_of_classify on line_file (classify_sid, created_at desc) where deleted_at is null;
create index line_file_recipe on line_file (version_uuid);

-- A package made from a generated file, by its format.
create table line_file_package (
  file_uuid record_key not null references line_file,
  format text not null,
  shape text not null,
  file_key text not null references stored_file,
  size_bytes bigint not null,
  sha256 text not null,
  crc32 text not null,
  primary key (file_uuid, format, shape)
);
create index line_file_package_file on line_file_package (file_key);

-- A place where something fires; one of a version instead of a file belongs to all lines and has no place.
create table line_file_node (
  node_uuid record_key primary key,
  file_uuid record_key references line_file,
  version_uuid record_key references voice_version,
  direction smallint check (direction in (1, 2)),
  serial integer not null check (serial between 1 and 2000),
  type_uuid record_key not null references node_type,
  event smallint check (event between 1 and 5),
  sta_uuid record_key references station,
  station_serial integer check (station_serial between 1 and 500),
  name text not null,
  lng double precision check (lng between -180 and 180),
  lat double precision check (lat between -90 and 90),
  azimuth integer check (azimuth between 0 and 359),
  radius integer check (radius between 10 and 500),
  -- Metres along the path.
  distance double precision check (distance >= 0),
  limit_speed integer check (limit_speed between 5 and 120),
  is_broadcast boolean not null default true,
  is_report boolean not null default false,
  by_hand boolean not null default false,
  extra jsonb not null default '{}',
  check (num_nonnulls(file_uuid, version_uuid) = 1),
  check ((file_uuid is null) = (direction is null)),
  check ((lng is null) = (lat is null)),
  unique (file_uuid, direction, serial) deferrable initially deferred
);
create index line_file_node_of_version on line_file_node (version_uuid, serial) where version_uuid is not null;
create index line_file_node_type on line_file_node (type_uuid);
create index line_file_node_station on line_file_node (sta_uuid) where sta_uuid is not null;

-- A node's own playlist; where one has rows for a loudspeaker they take the place of the recipe's.
create table line_file_node_audio (
  link_uuid record_key primary key,
  node_uuid record_key not null references line_file_node on delete cascade,
  voice_use smallint not null check (voice_use between 1 and 4),
  language text not null default 'zh' check (language in ('zh', 'en', 'yue', 'other')),
  serial integer not null check (serial between 1 and 20),
  -- 1 clip, 2 spoken by the vehicle.
  voice_type smallint not null check (voice_type in (1, 2)),
  audio_uuid record_key references audio,
  text text,
  check (case voice_type when 1 then audio_uuid is not null and text is null else audio_uuid is null and text is not null end),
  unique (node_uuid, voice_use, serial) deferrable initially deferred
);
create index line_file_node_audio_clip on line_file_node_audio (audio_uuid) where audio_uuid is not null;

create table line_file_node_text (
  link_uuid record_key primary key,
  node_uuid record_key not null references line_file_node on delete cascade,
  language text not null default 'zh' check (language in ('zh', 'en', 'yue', 'other')),
  serial integer not null check (serial between 1 and 20),
  text text not null check (length(text) between 1 and 200),
  seconds integer not null default 5 check (seconds between 1 and 60),
  unique (node_uuid, language, serial) deferrable initially deferred
);
