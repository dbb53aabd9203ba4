-- Roads, stations, lines and their versions in time. Coordinates are WGS84.
create table station (
  sta_uuid record_key primary key,
  sta_self_code text not null,
  sta_name text not null,
  name_en text,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  lng double precision not null check (lng between -180 and 180),
  lat double precision not null check (lat between -90 and 90),
  azimuth integer check (azimuth between 0 and 359),
  road text,
  road_side text,
  district text,
  address text,
  nearby text,
  sta_kind integer not null default 1,
  state integer not null default 10,
  facilities integer not null default 0,
  open_date date,
  stop_date date,
  is_share boolean not null default false,
  remark text,
  source text,
  source_hash text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index station_code_living on station (sta_self_code) where deleted_at is null;
create unique index station_source_living on station (source) where deleted_at is null and source is not null;
create index station_by_code on station (sta_self_code, sta_uuid) where deleted_at is null;
create index station_by_name on station (sta_name, sta_uuid) where deleted_at is null;
create index station_by_updated on station (updated_at desc, sta_uuid) where deleted_at is null;
create index station_grams on station using gin (search_grams) where deleted_at is null;
create index station_place on station using gist (point(lng, lat)) where deleted_at is null;

create table line (
  line_uuid record_key primary key,
  line_id text,
  line_name text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  -- The name's pinyin with its figures padded, so that 2路 stands before 10路.
  name_order text not null default '' collate "C",
  line_device_no integer check (line_device_no between 1 and 65535),
  line_type integer not null check (line_type in (1, 2)),
  category text not null default '1',
  state integer not null default 10,
  org_id record_key not null references organisation,
  up_first text, up_last text, down_first text, down_last text,
  up_mileage numeric(7,3), down_mileage numeric(7,3),
  departure_interval text,
  ticket_type text,
  price text,
  open_date date,
  stop_date date,
  remark text,
  -- Where an import took the line from: its key, what else the file calls it, what it looked like, and the version that
  -- the import left (a higher one means that a person has changed the line since).
  source text,
  source_refs text[] not null default '{}',
  source_hash text,
  imported_version integer,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index line_name_living on line (line_name) where deleted_at is null;
create unique index line_id_living on line (line_id) where deleted_at is null and line_id is not null;
create unique index line_device_no_living on line (line_device_no) where deleted_at is null and line_device_no is not null;
create unique index line_source_living on line (source) where deleted_at is null and source is not null;
create index line_grams on line using gin (search_grams) where deleted_at is null;
create index line_organisation on line (org_id);
create index line_by_name_order on line (name_order, line_uuid) where deleted_at is null;

-- What files said so far of a line that no single file holds whole, to be joined with the next one's.
create table line_source (
  line_uuid record_key primary key references line on delete cascade,
  relations jsonb not null
);

-- A variant of a line: exactly one living primary (sort_type 1) each.
create table line_classify (
  classify_sid record_key primary key,
  main_uuid record_key not null references line,
  classify_name text not null,
  sort_type integer not null check (sort_type in (1, 2)),
  source text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index classify_primary_living on line_classify (main_uuid) where sort_type = 1 and deleted_at is null;
create unique index classify_name_living on line_classify (main_uuid, classify_name) where deleted_at is null;
create index classify_of_line on line_classify (main_uuid);

-- What a variant looks like in a period. A draft has no period; two periods of one variant cannot overlap.
create table line_version (
  version_uuid record_key primary key,
  classify_sid record_key not null references line_classify,
  state text not null check (state in ('draft', 'effective')),
  valid daterange,
  note text,
  -- How much of it an import found, and the version number that the import left.
  completeness jsonb,
  imported_version integer,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text,
  check ((state = 'draft') = (valid is null)),
  check (valid is null or not isempty(valid)),
  constraint line_version_no_overlap exclude using gist (classify_sid with =, valid with &&) where (state = 'effective' and deleted_at is null)
);
create unique index line_version_one_draft on line_version (classify_sid) where state = 'draft' and deleted_at is null;
create index line_version_of_classify on line_version (classify_sid);

create table line_station (
  version_uuid record_key not null references line_version on delete cascade,
  direction integer not null check (direction in (1, 2)),
  serial integer not null check (serial between 1 and 500),
  sta_uuid record_key not null references station,
  sta_type integer not null check (sta_type between 1 and 7),
  -- Kilometres from the first station.
  distance numeric(11,3),
  duration integer check (duration between 0 and 36000),
  dwell integer check (dwell between 0 and 600),
  azimuth integer check (azimuth between 0 and 359),
  in_radius integer not null default 50 check (in_radius between 20 and 300),
  out_radius integer not null default 30 check (out_radius between 20 and 300),
  limit_speed integer check (limit_speed between 5 and 120),
  is_key boolean not null default false,
  is_timed boolean not null default false,
  alias text,
  alias_en text,
  fare_stage integer,
  primary key (version_uuid, direction, serial)
);
create index line_station_of_station on line_station (sta_uuid);

create table line_path (
  version_uuid record_key not null references line_version on delete cascade,
  direction integer not null check (direction in (1, 2)),
  coords double precision[] not null,
  edge_keys text[] not null default '{}',
  gaps jsonb not null default '[]',
  source text not null default 'drawn' check (source in ('drawn', 'match', 'osm', 'gtfs', 'reference')),
  match_state text not null default 'none' check (match_state in ('none', 'full', 'partial', 'white-list')),
  match_ratio double precision,
  -- Kilometres.
  mileage numeric(11,3) not null default 0,
  primary key (version_uuid, direction)
);

-- A stretch of road between two junctions. `shape` holds its points as pairs of 32 bit integers (little-endian, longitude
-- and latitude in 1e-7 degree), `digest` tells whether anything of the edge has changed.
create table road_edge (
  edge_key text collate "C" primary key,
  way_id bigint not null,
  seq integer not null,
  from_node bigint not null,
  to_node bigint not null,
  shape bytea not null,
  bounds box not null,
  road_class text not null,
  road_name text not null default '',
  forward boolean not null,
  backward boolean not null,
  length double precision not null,
  max_speed integer not null default 0,
  digest text not null
);
create index road_edge_place on road_edge using gist (bounds);
create index road_edge_way on road_edge (way_id, seq);

-- One import of a map file: uploaded, read, previewed, confirmed.
create table map_import (
  import_id record_key primary key,
  file_name text not null,
  file_key text,
  file_size bigint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'preview', 'applying', 'done', 'failed', 'cancelled')),
  progress double precision not null default 0,
  phase text not null default '',
  org_id record_key references organisation,
  preview jsonb,
  result jsonb,
  error text,
  created_at timestamptz not null default now(), created_by text not null, created_by_name text not null,
  confirmed_at timestamptz, confirmed_by text, confirmed_by_name text,
  finished_at timestamptz
);
create index map_import_by_time on map_import (created_at desc);

-- Counts every change of the road network, so that a process knows when its graph is out of date.
create table road_network_state (
  only_row boolean primary key default true check (only_row),
  revision bigint not null default 0,
  bounds box,
  edges bigint not null default 0,
  updated_at timestamptz not null default now()
);
insert into road_network_state default values;

-- Great-circle metres between two places in degrees.
create function metres_between(lng1 double precision, lat1 double precision, lng2 double precision, lat2 double precision) returns double precision
language sql immutable parallel safe return
  12742017.6 * asin(least(1, sqrt(
    sin(radians(lat2 - lat1) / 2) ^ 2 + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lng2 - lng1) / 2) ^ 2)));
