-- Imports of sheets, and exports for the log: what was uploaded, what its check found, what became of it.
create table sheet_import (
  import_id record_key primary key,
  kind text not null default 'import' check (kind in ('import', 'export')),
  template_code text not null,
  mode text not null default 'both' check (mode in ('insert', 'update', 'both')),
  file_name text not null,
  file_key text,
  file_size bigint not null default 0,
  file_hash text,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'preview', 'applying', 'done', 'failed', 'cancelled')),
  progress double precision not null default 0,
  phase text not null default '',
  org_id record_key references organisation,
  -- By hand: which column of the file holds which field.
  choices jsonb not null default '{}',
  -- What the check found out about the file: sheet, header, columns; null while it is not checked.
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
  finished_at timestamptz
);
create index sheet_import_new on sheet_import (created_at desc, import_id);
create index sheet_import_hash on sheet_import (file_hash) where kind = 'import';
create index sheet_import_author on sheet_import (created_by, created_at desc);

create table sheet_row (
  import_id record_key not null references sheet_import on delete cascade,
  row_number integer not null,
  -- The order of writing, where a record of the file is needed by another one.
  place integer not null,
  kind text not null check (kind in ('new', 'changed', 'same', 'wrong')),
  code text not null default '',
  record_key text,
  version integer,
  hidden boolean not null default false,
  -- A wrong row's cells as they stood in the file, for correcting it in place.
  cells jsonb,
  -- A new record's fields, or the fields that change; what they were before.
  fields jsonb,
  before jsonb,
  errors jsonb,
  -- What only one record may have, as field=value.
  claims text[] not null default '{}',
  outcome text check (outcome in ('created', 'changed', 'refused', 'undone', 'kept')),
  message text,
  written_version integer,
  primary key (import_id, row_number)
);
create index sheet_row_kind on sheet_row (import_id, kind, row_number);
create index sheet_row_due on sheet_row (import_id, place) where outcome is null and kind in ('new', 'changed');
create index sheet_row_written on sheet_row (import_id, place) where outcome in ('created', 'changed');
