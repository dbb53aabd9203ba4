-- The weather as somebody writes it by hand, a day a row.
create table forecast (
  forecast_uuid record_key primary key,
  weather_date date not null,
  weather_code integer not null,
  temp_min integer not null,
  temp_max integer not null,
  wind integer not null,
  warning text,
  publisher text,
  version integer not null default 1,
  created_at timestamptz not null default now(), created_by text,
  updated_at timestamptz not null default now(), updated_by text,
  deleted_at timestamptz, deleted_by text
);
create unique index forecast_day_living on forecast (weather_date) where deleted_at is null;

-- The last answer of the weather service, which stays while the service is away.
create table weather_answer (
  service text primary key,
  days jsonb not null,
  fetched_at timestamptz not null default now()
);
