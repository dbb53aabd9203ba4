-- One table for every file that comes in, whichever door it takes; what its rows or roads are stays with the door.
create table import_batch (
  import_id record_key primary key,
  door text not null check (door in ('sheet', 'line', 'map', 'audio')),
  -- What it is at its door: import or export; stations, lines, gtfs or reference; map; upload or speak.
  kind text not null,
  template_code text,
  mode text check (mode in ('insert', 'update', 'both')),
  line_uuid record_key references line,
  direction integer check (direction in (1, 2)),
  file_name text not null,
  file_key text references stored_file,
  file_size bigint not null default 0,
  file_hash text,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'preview', 'applying', 'done', 'failed', 'cancelled')),
  progress double precision not null default 0,
  phase text not null default '',
  org_id record_key references organisation,
  -- What the person chose for it.
  choices jsonb not null default '{}',
  preview jsonb,
  result jsonb,
  error text,
  reason text,
  row_count integer not null default 0,
  bad_count integer not null default 0,
  created_count integer not null default 0,
  changed_count integer not null default 0,
  same_count integer not null default 0,
  -- Rows that were good when checked and refused when written; rows left as they are when the import was taken back.
  refused_count integer not null default 0,
  kept_count integer not null default 0,
  undoing boolean not null default false,
  undone_at timestamptz, undone_by_name text,
  ms integer,
  created_at timestamptz not null default now(), created_by text not null, created_by_name text not null,
  confirmed_at timestamptz, confirmed_by text, confirmed_by_name text,
  finished_at timestamptz,
  check ((door = 'sheet') = (template_code is not null))
);

insert into import_batch (import_id, door, kind, template_code, mode, file_name, file_key, file_size, file_hash, state, progress, phase, org_id, choices, preview, result, error, reason,
    row_count, bad_count, created_count, changed_count, same_count, refused_count, kept_count, undoing, undone_at, undone_by_name, ms,
    created_at, created_by, created_by_name, confirmed_at, confirmed_by, confirmed_by_name, finished_at)
  select import_id, 'sheet', kind, template_code, mode, file_name, case when exists (select from stored_file where stored_file.file_key = one.file_key) then file_key end, file_size, file_hash, state, progress, phase, org_id, choices, preview, result, error, reason,
    row_count, bad_count, created_count, changed_count, same_count, refused_count, kept_count, undoing, undone_at, undone_by_name, ms,
    created_at, created_by, created_by_name, confirmed_at, confirmed_by, confirmed_by_name, finished_at from sheet_import one;
insert into import_batch (import_id, door, kind, line_uuid, direction, file_name, file_key, file_size, state, progress, phase, org_id, choices, preview, result, error, undoing, undone_at, undone_by_name,
    created_at, created_by, created_by_name, confirmed_at, confirmed_by, confirmed_by_name, finished_at)
  select import_id, 'line', kind, line_uuid, direction, file_name, file_key, file_size, state, progress, phase, org_id, choices, preview, result, error, undoing, undone_at, undone_by_name,
    created_at, created_by, created_by_name, confirmed_at, confirmed_by, confirmed_by_name, finished_at from line_import;
insert into import_batch (import_id, door, kind, file_name, file_key, file_size, state, progress, phase, org_id, choices, preview, result, error, undoing, undone_at, undone_by_name,
    created_at, created_by, created_by_name, confirmed_at, confirmed_by, confirmed_by_name, finished_at)
  select import_id, 'map', 'map', file_name, file_key, file_size, state, progress, phase, org_id, jsonb_build_object('roadsOnly', roads_only), preview, result, error, undoing, undone_at, undone_by_name,
    created_at, created_by, created_by_name, confirmed_at, confirmed_by, confirmed_by_name, finished_at from map_import;
insert into import_batch (import_id, door, kind, file_name, file_key, file_size, state, progress, phase, org_id, choices, preview, result, error,
    created_at, created_by, created_by_name, confirmed_at, confirmed_by, confirmed_by_name, finished_at)
  select import_id, 'audio', kind, file_name, file_key, file_size, state, progress, phase, org_id, given, preview, result, error,
    created_at, created_by, created_by_name, confirmed_at, confirmed_by, confirmed_by_name, finished_at from audio_import;

alter table sheet_row drop constraint sheet_row_import_id_fkey, add foreign key (import_id) references import_batch on delete cascade;
alter table audio_import_row drop constraint audio_import_row_import_id_fkey, add foreign key (import_id) references import_batch on delete cascade;
alter table map_import_before drop constraint map_import_before_import_id_fkey, add foreign key (import_id) references import_batch on delete cascade;
drop table sheet_import, line_import, map_import, audio_import;

-- The list of all imports in one order; what its filters ask stands in the index.
create index import_batch_listed on import_batch (created_at desc, import_id desc)
  include (door, kind, template_code, state, bad_count, refused_count, undone_at, created_by, created_by_name, file_name, line_uuid);
create index import_batch_door on import_batch (door, created_at desc);
create index import_batch_author on import_batch (created_by, created_at desc);
create index import_batch_line on import_batch (line_uuid) where line_uuid is not null;
create index import_batch_file on import_batch (file_key) where file_key is not null;
create index import_batch_hash on import_batch (file_hash) where door = 'sheet' and kind = 'import';

-- Imports say themselves which file they hold.
drop table file_holder;
