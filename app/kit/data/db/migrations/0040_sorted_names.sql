-- Names of stations and persons sort as in a dictionary: by the reading of one character after the other, and by their numbers.
alter table station add column name_order text collate "C" not null default '';
alter table person add column name_order text collate "C" not null default '';
create index station_by_name_order on station (name_order, sta_uuid) where deleted_at is null;
create index person_by_name_order on person (name_order, person_uuid) where deleted_at is null;
drop index person_by_name;

-- Codes sort by their numbers: 2 before 10.
create function natural_order(code text) returns text language sql immutable strict parallel safe as $$
  select string_agg(case when piece[1] is null then piece[2] else lpad(piece[1], greatest(length(piece[1]), 12), '0') end, '' order by place)
  from regexp_matches(lower(code), '([0-9]+)|([^0-9]+)', 'g') with ordinality as found (piece, place)
$$;
create index station_by_natural_code on station (natural_order(sta_self_code), sta_uuid) where deleted_at is null;
create index bus_by_natural_code on bus (natural_order(bus_self_code), bus_uuid) where deleted_at is null;
create index device_by_natural_code on device (natural_order(dev_self_code), dev_uuid) where deleted_at is null;
create index person_by_natural_number on person (natural_order(job_number), person_uuid) where deleted_at is null;
create index fence_by_natural_num on fence (natural_order(fence_num), fence_uuid) where deleted_at is null;
create index audio_by_natural_num on audio (natural_order(audio_num), audio_uuid) where deleted_at is null;

-- Which making of search keys the records have; an older one is made anew when the program starts.
create table search_keys_made (making integer not null);
insert into search_keys_made (making) select case when exists (select from app_user) then 1 else 2 end;
