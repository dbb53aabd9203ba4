-- How whole the voices of a file were when they were last looked through, and what was looked at.
create table line_file_check (
  file_uuid record_key primary key references line_file on delete cascade,
  source_hash text not null,
  file_number integer not null,
  recorded integer not null,
  spoken integer not null,
  missing integer not null,
  too_long integer not null,
  overlapping integer not null,
  checked_at timestamptz not null default now()
);
