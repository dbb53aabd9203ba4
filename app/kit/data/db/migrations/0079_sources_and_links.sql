-- Where files come from, and which record a number of such a source means. A number is one thing only inside its source.
create table data_source (
  source_uuid record_key primary key,
  source_name text not null,
  kind text not null check (kind in ('osm', 'gtfs', 'announcer', 'file')),
  -- Whose it is; null: everybody's.
  org_id record_key references organisation on delete set null,
  -- Whether its numbers last: a node of OpenStreetMap stays itself when it is renamed, a stop of a yearly feed does not.
  trusts text not null default 'places' check (trusts in ('ids', 'places')),
  created_at timestamptz not null default now(), created_by text
);
create index data_source_organisation on data_source (org_id);

create table source_link (
  link_id bigint generated always as identity primary key,
  source_uuid record_key not null references data_source on delete cascade,
  thing text not null check (thing in ('station', 'line', 'relation')),
  outside_id text not null,
  record_key record_key not null,
  -- What the source last said of it, of a station its name and place, and a digest of all of it.
  said jsonb,
  said_hash text,
  -- The version that an import of this source left of its record; null where the record is another's. A higher one of the record: a person has changed it since.
  left_version integer,
  retired_at timestamptz
);
create unique index source_link_living on source_link (source_uuid, thing, outside_id) where retired_at is null;
create index source_link_record on source_link (record_key) where retired_at is null;

insert into data_source (source_uuid, source_name, kind, trusts) values
  ('00000000000070008000000000000001', 'OpenStreetMap', 'osm', 'ids'),
  ('00000000000070008000000000000002', '线路文件', 'file', 'places'),
  ('00000000000070008000000000000003', '早先的 GTFS', 'gtfs', 'places'),
  ('00000000000070008000000000000004', '早先的报站器', 'announcer', 'places');

create function pg_temp.source_of(key text) returns text language sql as $$
  select '0000000000007000800000000000000' || case
    when key ~ '^(OSM[WR]?-?[0-9]|osm:)' then 1
    when key ~ '^(GTFS|gtfs:)' then 3
    when key ~ '^(DB|db:)' then 4
    else 2
  end
$$;

insert into source_link (source_uuid, thing, outside_id, record_key, said, said_hash)
select distinct on (pg_temp.source_of(source), source) pg_temp.source_of(source), 'station', source, sta_uuid,
  jsonb_build_object('name', sta_name, 'lng', lng, 'lat', lat), source_hash
from station where source is not null order by pg_temp.source_of(source), source, deleted_at nulls first, sta_uuid;

insert into source_link (source_uuid, thing, outside_id, record_key, said, said_hash, left_version)
select distinct on (pg_temp.source_of(source), source) pg_temp.source_of(source), 'line', source, line_uuid,
  jsonb_build_object('name', line_name), source_hash, imported_version
from line where source is not null order by pg_temp.source_of(source), source, deleted_at nulls first, line_uuid;

insert into source_link (source_uuid, thing, outside_id, record_key)
select distinct on (ref) pg_temp.source_of('osm:'), 'relation', ref, line_uuid
from line, unnest(source_refs) as ref order by ref, deleted_at nulls first, line_uuid;

-- Two sources may use one number. The columns stay to tell where a record was first taken from; nothing is found by them any more.
drop index station_source_living;
drop index line_source_living;
