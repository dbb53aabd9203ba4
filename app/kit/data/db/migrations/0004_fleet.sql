-- What runs, what is built into it, who drives it and where it stands: models, depots, posts, persons, buses, devices,
-- fences; what they report; and what a person keeps of a list.
create table bus_model (
  model_uuid record_key primary key,
  model_num text not null,
  model_name text,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  brand text,
  manufacturer text,
  energy_type integer not null default 1,
  -- Millimetres, kilograms, kilowatt hours, kilometres.
  length integer, width integer, height integer,
  gross_mass integer,
  seats integer,
  approved integer,
  emission text,
  battery_kwh numeric(8,2),
  range_km integer,
  max_speed integer,
  doors integer,
  deck_type integer,
  icon text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index bus_model_num_living on bus_model (model_num) where deleted_at is null;
create index bus_model_grams on bus_model using gin (search_grams) where deleted_at is null;

create table device_model (
  model_uuid record_key primary key,
  model_num text not null,
  model_name text,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  factory text,
  manufacturer_id text,
  protocol text,
  -- Bits of what the model can do.
  support integer not null default 0,
  file_transport text,
  notice_type integer,
  package_format text,
  max_file_mb integer,
  audio_codec text,
  sample_rate integer,
  charset text not null default 'GBK',
  two_in_one boolean not null default false,
  tags text,
  sort integer not null default 0,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index device_model_num_living on device_model (model_num) where deleted_at is null;
create index device_model_grams on device_model using gin (search_grams) where deleted_at is null;

create table post (
  post_uuid record_key primary key,
  post_code text not null,
  post_name text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  post_type integer not null,
  sort integer not null default 0,
  state integer not null default 1,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index post_code_living on post (post_code) where deleted_at is null;
create index post_grams on post using gin (search_grams) where deleted_at is null;

create table depot (
  parking_uuid record_key primary key,
  parking_num text not null,
  parking_name text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  parking_type integer not null default 1,
  level text,
  org_id record_key not null references organisation,
  lng double precision check (lng between -180 and 180),
  lat double precision check (lat between -90 and 90),
  -- The outline's corners, longitude and latitude in turn; the first is not repeated.
  outline double precision[],
  address text,
  land_area numeric(12,2),
  bus_bays integer,
  chargers integer,
  repair_pits integer,
  state integer not null default 2,
  ownership integer,
  manager text,
  phone text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index depot_num_living on depot (parking_num) where deleted_at is null;
create index depot_grams on depot using gin (search_grams) where deleted_at is null;
create index depot_organisation on depot (org_id);

create table person (
  person_uuid record_key primary key,
  job_number text not null,
  name text not null,
  -- 首字母, and what else the person is found by.
  spell text not null default '',
  pinyin text not null default '',
  search_grams text[] not null default '{}',
  sex integer not null default 0,
  org_id record_key not null references organisation,
  post_uuid record_key not null references post,
  person_state integer not null default 0,
  id_card text,
  birthday date,
  phone text,
  license_no text,
  license_class text,
  license_expire date,
  qualification_no text,
  qualification_expire date,
  entry_date date,
  leave_date date,
  ic_card text,
  is_valid boolean not null default true,
  photo text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index person_job_number_living on person (job_number) where deleted_at is null;
create unique index person_id_card_living on person (id_card) where deleted_at is null and id_card is not null;
create unique index person_ic_card_living on person (ic_card) where deleted_at is null and ic_card is not null;
create index person_grams on person using gin (search_grams) where deleted_at is null;
create index person_organisation on person (org_id) where deleted_at is null;
create index person_post on person (post_uuid) where deleted_at is null;
create index person_by_number on person (job_number, person_uuid) where deleted_at is null;
create index person_license_expire on person (license_expire) where deleted_at is null;
alter table app_user add constraint app_user_person foreign key (person_uuid) references person;

create table bus (
  bus_uuid record_key primary key,
  bus_self_code text not null,
  plate_num text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  plate_color integer not null default 9,
  vin text,
  engine_no text,
  model_uuid record_key not null references bus_model,
  org_id record_key not null references organisation,
  parking_uuid record_key references depot,
  bus_state integer not null default 0,
  energy_type integer,
  approved_number integer not null default 50,
  seat_number integer,
  has_ac boolean not null default false,
  floor_type integer,
  door_count integer,
  wheelchair boolean not null default false,
  fuel_tank numeric(11,3),
  fuel_km numeric(11,3),
  mileage numeric(11,3),
  source integer,
  provider text,
  contract_no text,
  register_date date,
  production_date date,
  scrap_date date,
  driving_license_expire date,
  compulsory_ins_expire date,
  commercial_ins_expire date,
  next_inspection date,
  next_maintenance date,
  -- The earliest of the five dates above that a scrapped bus no longer cares about.
  first_expire date generated always as (
    case when bus_state = 100 then null else least(driving_license_expire, compulsory_ins_expire, commercial_ins_expire, next_inspection, next_maintenance) end) stored,
  fixed_driver record_key references person,
  img_url text,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index bus_code_living on bus (bus_self_code) where deleted_at is null;
create unique index bus_plate_living on bus (plate_num) where deleted_at is null;
create unique index bus_vin_living on bus (vin) where deleted_at is null and vin is not null;
create index bus_grams on bus using gin (search_grams) where deleted_at is null;
create index bus_by_code on bus (bus_self_code, bus_uuid) where deleted_at is null;
create index bus_by_plate on bus (plate_num, bus_uuid) where deleted_at is null;
create index bus_by_updated on bus (updated_at desc, bus_uuid) where deleted_at is null;
create index bus_organisation on bus (org_id) where deleted_at is null;
create index bus_of_model on bus (model_uuid) where deleted_at is null;
create index bus_of_depot on bus (parking_uuid) where deleted_at is null;
create index bus_of_driver on bus (fixed_driver) where deleted_at is null;
create index bus_first_expire on bus (first_expire) where deleted_at is null;

-- On which lines a bus may run and when; its main line of a day is the one it belongs to.
create table bus_line (
  bus_line_uuid record_key primary key,
  bus_uuid record_key not null references bus on delete cascade,
  line_uuid record_key not null references line,
  is_main boolean not null default false,
  valid daterange not null check (not isempty(valid)),
  created_at timestamptz not null default now(), created_by text,
  constraint bus_line_one_main exclude using gist ((bus_uuid::text) with =, valid with &&) where (is_main),
  constraint bus_line_once exclude using gist ((bus_uuid::text) with =, (line_uuid::text) with =, valid with &&)
);
create index bus_line_of_line on bus_line (line_uuid);
create index bus_line_of_bus on bus_line (bus_uuid);

create table person_line (
  person_line_uuid record_key primary key,
  person_uuid record_key not null references person on delete cascade,
  line_uuid record_key not null references line,
  is_main boolean not null default false,
  valid daterange not null check (not isempty(valid)),
  created_at timestamptz not null default now(), created_by text,
  constraint person_line_one_main exclude using gist ((person_uuid::text) with =, valid with &&) where (is_main),
  constraint person_line_once exclude using gist ((person_uuid::text) with =, (line_uuid::text) with =, valid with &&)
);
create index person_line_of_line on person_line (line_uuid);
create index person_line_of_person on person_line (person_uuid);

-- The persons that a bus is usually staffed with.
create table person_preset (
  bus_uuid record_key not null references bus on delete cascade,
  person_uuid record_key not null references person on delete cascade,
  sort integer not null default 0,
  primary key (bus_uuid, person_uuid)
);
create index person_preset_of_person on person_preset (person_uuid);

create table device (
  dev_uuid record_key primary key,
  dev_self_code text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  imei text,
  terminal_phone text,
  model_uuid record_key not null references device_model,
  dev_type integer not null default 1,
  protocol text,
  sim_phone text,
  iccid text,
  -- Its one owner: bus, station or parking.
  bind_type text check (bind_type in ('bus', 'station', 'parking')),
  bind_uuid record_key,
  channel text,
  character_set text not null default 'GBK',
  time_zone text not null default '+08:00',
  firmware text,
  line_file_version text,
  -- Reported, not edited: no part of the record's version.
  first_connect_time timestamptz,
  last_connect_time timestamptz,
  install_date date,
  expire_date date,
  dev_state integer not null default 1,
  is_slave boolean not null default false,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text,
  check ((bind_type is null) = (bind_uuid is null))
);
create unique index device_code_living on device (dev_self_code) where deleted_at is null;
create unique index device_imei_living on device (imei) where deleted_at is null and imei is not null;
create unique index device_phone_living on device (terminal_phone) where deleted_at is null and terminal_phone is not null;
create unique index device_sim_living on device (sim_phone) where deleted_at is null and sim_phone is not null;
create unique index device_iccid_living on device (iccid) where deleted_at is null and iccid is not null;
create index device_grams on device using gin (search_grams) where deleted_at is null;
create index device_by_code on device (dev_self_code, dev_uuid) where deleted_at is null;
create index device_of_owner on device (bind_uuid) where deleted_at is null;
create index device_of_model on device (model_uuid) where deleted_at is null;
create index device_connected on device (last_connect_time desc) where deleted_at is null;

-- Who owned a device from when to when; the open row is the owner of now.
create table device_binding (
  binding_uuid record_key primary key,
  dev_uuid record_key not null references device on delete cascade,
  bind_type text not null check (bind_type in ('bus', 'station', 'parking')),
  bind_uuid record_key not null,
  begin_time timestamptz not null default now(),
  end_time timestamptz,
  bound_by text not null,
  unbound_by text,
  reason text
);
create unique index device_binding_open on device_binding (dev_uuid) where end_time is null;
create index device_binding_of_device on device_binding (dev_uuid, begin_time desc);
create index device_binding_of_owner on device_binding (bind_uuid, begin_time desc);

create table fence (
  fence_uuid record_key primary key,
  fence_num text not null,
  fence_name text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  -- 1 circle, 2 rectangle, 3 polygon, 4 corridor.
  shape integer not null check (shape in (1, 2, 3, 4)),
  use_type integer not null,
  org_id record_key not null references organisation,
  owner_type text check (owner_type in ('parking', 'line', 'station')),
  owner_uuid record_key,
  -- The centre; for a circle with its radius in metres.
  lng double precision not null check (lng between -180 and 180),
  lat double precision not null check (lat between -90 and 90),
  radius integer,
  -- A ring's corners or a corridor's path, longitude and latitude in turn; the first is not repeated. Width in metres.
  coords double precision[],
  width integer,
  bounds box not null,
  rule_type integer check (rule_type in (10, 20, 30, 40)),
  limit_speed integer,
  stop_minutes integer,
  -- `[{"from": "06:00", "to": "09:00"}]`, and the days of the week 1 to 7; empty means always.
  time_windows jsonb not null default '[]',
  weekdays integer[] not null default '{}',
  begin_date date,
  end_date date,
  scope_all boolean not null default true,
  bus_uuids text[] not null default '{}',
  line_uuids text[] not null default '{}',
  colour text,
  enabled boolean not null default true,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text,
  check ((owner_type is null) = (owner_uuid is null))
);
create unique index fence_num_living on fence (fence_num) where deleted_at is null;
create index fence_grams on fence using gin (search_grams) where deleted_at is null;
create index fence_place on fence using gist (bounds) where deleted_at is null;
create index fence_organisation on fence (org_id) where deleted_at is null;
create index fence_of_owner on fence (owner_uuid) where deleted_at is null;

create table waiting_area (
  wait_uuid record_key primary key,
  fence_uuid record_key not null references fence,
  wait_name text not null,
  pinyin text not null default '',
  initials text not null default '',
  search_grams text[] not null default '{}',
  line_uuids text[] not null default '{}',
  direction integer check (direction in (1, 2)),
  capacity integer,
  entry_azimuth integer check (entry_azimuth between 0 and 359),
  queue_rule integer not null default 1,
  coords double precision[],
  enabled boolean not null default true,
  remark text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index waiting_area_name_living on waiting_area (fence_uuid, wait_name) where deleted_at is null;
create index waiting_area_of_fence on waiting_area (fence_uuid) where deleted_at is null;
create index waiting_area_grams on waiting_area using gin (search_grams) where deleted_at is null;

-- What devices report, a partition a day (made as they are needed, the oldest dropped), and where each bus is now.
create table device_report (
  dev_uuid record_key not null,
  bus_uuid record_key,
  reported_at timestamptz not null,
  received_at timestamptz not null default now(),
  lng double precision not null,
  lat double precision not null,
  -- Kilometres an hour; degrees clockwise from north.
  speed real,
  azimuth smallint,
  mileage numeric(11,3)
) partition by range (reported_at);
create index device_report_of_bus on device_report (bus_uuid, reported_at desc);

create table bus_position (
  bus_uuid record_key primary key references bus on delete cascade,
  dev_uuid record_key not null,
  reported_at timestamptz not null,
  received_at timestamptz not null default now(),
  lng double precision not null,
  lat double precision not null,
  speed real,
  azimuth smallint
) with (fillfactor = 70);

-- What may hand in reports; the token itself is shown once and stored as a hash.
create table device_token (
  token_id record_key primary key,
  token_name text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(), created_by text not null,
  last_used_at timestamptz,
  ended_at timestamptz, ended_by text
);

-- What a person keeps of a list: the columns chosen, and filters under a name.
create table list_view (
  user_id record_key not null references app_user on delete cascade,
  list text not null,
  columns text[] not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, list)
);
create table saved_filter (
  filter_id record_key primary key,
  user_id record_key not null references app_user on delete cascade,
  list text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null default now(),
  unique (user_id, list, name)
);

alter table app_user add column updates_seen_at timestamptz;
