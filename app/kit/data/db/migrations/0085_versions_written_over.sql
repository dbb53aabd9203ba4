-- What a version of a line held before an import wrote over it, so that the import can be taken back.
create table version_before (
  batch_id record_key not null references import_batch on delete cascade,
  version_uuid record_key not null references line_version on delete cascade,
  content jsonb not null,
  services jsonb not null,
  params jsonb,
  completeness jsonb,
  primary key (batch_id, version_uuid)
);
create index version_before_version on version_before (version_uuid);
