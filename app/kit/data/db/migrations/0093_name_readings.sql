-- Names of stations whose reading, in numbered pinyin, somebody has found right: they are read so from then on.
create table name_reading (
  name text primary key,
  reading text not null,
  agreed_by text,
  agreed_by_name text not null,
  agreed_at timestamptz not null default now()
);
