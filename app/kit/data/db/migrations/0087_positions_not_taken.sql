-- How many positions of a device were not taken, and why the last one was not.
create table device_dropped (
  dev_uuid record_key primary key references device on delete cascade,
  positions bigint not null,
  last_words text not null,
  last_at timestamptz not null default now()
);
