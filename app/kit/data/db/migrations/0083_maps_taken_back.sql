-- What an import of a map has replaced, packed, so that it can be taken back; and imports of roads alone.
alter table map_import add column roads_only boolean not null default false,
  add column undoing boolean not null default false, add column undone_at timestamptz, add column undone_by_name text;

create table map_import_before (
  import_id record_key not null references map_import on delete cascade,
  part integer not null,
  packed bytea not null,
  primary key (import_id, part)
);
