-- How long pages took in browsers, of the share that is asked: by kind of page and step of time (speed_bucket), of nobody in particular.
create table page_speed (
  day date not null,
  kind text not null,
  measure text not null check (measure in ('paint', 'load')),
  bucket smallint not null,
  loads integer not null,
  primary key (day, kind, measure, bucket)
);
