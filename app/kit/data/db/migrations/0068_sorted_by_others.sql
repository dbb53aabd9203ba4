-- What lists are sorted by and other tables say. Names: the rows of each record that they refer to, in the order of their keys.
drop index bus_organisation;
create index bus_organisation on bus (org_id, bus_uuid) where deleted_at is null;
drop index bus_of_model;
create index bus_of_model on bus (model_uuid, bus_uuid) where deleted_at is null;
drop index device_of_model;
create index device_of_model on device (model_uuid, dev_uuid) where deleted_at is null;
drop index person_organisation;
create index person_organisation on person (org_id, person_uuid) where deleted_at is null;
drop index person_post;
create index person_post on person (post_uuid, person_uuid) where deleted_at is null;
drop index fence_organisation;
create index fence_organisation on fence (org_id, fence_uuid) where deleted_at is null;

-- What no index holds is kept, by triggers, so that whoever writes cannot forget it.
alter table device add column sort_org record_key;
alter table bus add column sort_line record_key, add column sort_devices integer not null default 0;
alter table station add column sort_lines integer not null default 0;
create index device_by_organisation on device (sort_org, dev_uuid) where deleted_at is null;
create index bus_by_main_line on bus (sort_line, bus_uuid) where deleted_at is null;
create index bus_by_devices on bus (sort_devices, bus_uuid) where deleted_at is null;
create index station_by_lines on station (sort_lines, sta_uuid) where deleted_at is null;

-- A device belongs to the organisation of the bus or depot that it is bound to.
create function owner_org(kind text, owner text) returns text language sql stable as $$
  select org_id from bus where kind = 'bus' and bus_uuid = owner
  union all select org_id from depot where kind = 'parking' and parking_uuid = owner
$$;

create function keep_sort_org() returns trigger language plpgsql as $$
begin
  new.sort_org := owner_org(new.bind_type, new.bind_uuid);
  return new;
end $$;
create trigger sort_org before insert or update of bind_type, bind_uuid on device for each row execute function keep_sort_org();

create function pass_on_bus_org() returns trigger language plpgsql as $$
begin
  update device set sort_org = new.org_id where bind_type = 'bus' and bind_uuid = new.bus_uuid and sort_org is distinct from new.org_id;
  return null;
end $$;
create trigger pass_on_org after update of org_id on bus for each row when (old.org_id <> new.org_id) execute function pass_on_bus_org();

create function pass_on_depot_org() returns trigger language plpgsql as $$
begin
  update device set sort_org = new.org_id where bind_type = 'parking' and bind_uuid = new.parking_uuid and sort_org is distinct from new.org_id;
  return null;
end $$;
create trigger pass_on_org after update of org_id on depot for each row when (old.org_id <> new.org_id) execute function pass_on_depot_org();

create function keep_sort_devices() returns trigger language plpgsql as $$
begin
  -- Locked before counting: who counts next then sees what was counted here.
  perform from bus where bus_uuid in (old.bind_uuid, new.bind_uuid) order by bus_uuid for no key update;
  update bus set sort_devices = bound.devices
  from (select bus_uuid, (select count(*) from device where bind_type = 'bus' and bind_uuid = bus_uuid and device.deleted_at is null) as devices
    from bus where bus_uuid in (old.bind_uuid, new.bind_uuid)) bound
  where bus.bus_uuid = bound.bus_uuid and bus.sort_devices <> bound.devices;
  return null;
end $$;
create trigger sort_devices after insert or delete or update of bind_type, bind_uuid, deleted_at on device for each row execute function keep_sort_devices();

update device set sort_org = owner_org(bind_type, bind_uuid) where bind_uuid is not null;
update bus set sort_devices = bound.devices
from (select bind_uuid, count(*) as devices from device where bind_type = 'bus' and deleted_at is null group by bind_uuid) bound
where bus_uuid = bind_uuid;

-- The day whose lines `sort_line` and `sort_lines` tell. Until the program has made it today, nobody sorts by them.
create table sorted_day (one boolean primary key default true check (one), day date not null);
insert into sorted_day (day) values ('0001-01-01');

create function keep_sort_line(buses text[]) returns void language plpgsql as $$
declare today date;
begin
  if buses = '{}' then return; end if;
  select day into today from sorted_day for share;
  perform from bus where bus_uuid = any(buses) order by bus_uuid for no key update;
  update bus set sort_line = main.line_uuid
  from unnest(buses) as told (bus_uuid)
  left join bus_line main on main.bus_uuid = told.bus_uuid and main.is_main and main.valid @> today
  where bus.bus_uuid = told.bus_uuid and bus.sort_line is distinct from main.line_uuid;
end $$;

create function count_lines_at(station text, today date) returns integer language sql stable as $$
  select count(distinct called.main_uuid)::integer from line_station ls, lateral (
    select c.main_uuid from line_version v join line_classify c using (classify_sid) join line l on l.line_uuid = c.main_uuid
    where v.version_uuid = ls.version_uuid and v.valid @> today and v.deleted_at is null and c.deleted_at is null and l.deleted_at is null
    offset 0) called
  where ls.sta_uuid = station
$$;

create function keep_sort_lines(stations text[]) returns void language plpgsql as $$
declare today date;
begin
  if stations = '{}' then return; end if;
  select day into today from sorted_day for share;
  perform from station where sta_uuid = any(stations) order by sta_uuid for no key update;
  update station set sort_lines = called.lines
  from (select told as sta_uuid, count_lines_at(told, today) as lines from unnest(stations) as told) called
  where station.sta_uuid = called.sta_uuid and station.sort_lines <> called.lines;
end $$;

-- Makes `today` the day; answers at once where it is so already.
create function keep_sorted_day(today date) returns void language plpgsql as $$
begin
  insert into sorted_day (day) values (today) on conflict (one) do update set day = excluded.day where sorted_day.day <> excluded.day;
  if not found then return; end if;
  perform keep_sort_line(array(
    select bus.bus_uuid from bus left join bus_line main on main.bus_uuid = bus.bus_uuid and main.is_main and main.valid @> today
    where bus.sort_line is distinct from main.line_uuid));
  perform keep_sort_lines(array(select sta_uuid from station where sort_lines <> count_lines_at(sta_uuid, today)));
end $$;

-- Each change of what they follow from, whoever makes it.
create function main_lines_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform keep_sort_line(array(select bus_uuid from new_rows where is_main));
  elsif tg_op = 'DELETE' then perform keep_sort_line(array(select bus_uuid from old_rows where is_main));
  else perform keep_sort_line(array(select bus_uuid from old_rows where is_main union select bus_uuid from new_rows where is_main));
  end if;
  return null;
end $$;

create function calls_changed() returns trigger language plpgsql as $$
begin
  -- Those of drafts count nowhere; those of a version that is gone are asked for anew.
  if tg_op = 'INSERT' then
    perform keep_sort_lines(array(select distinct sta_uuid from new_rows join line_version using (version_uuid) where valid is not null));
  elsif tg_op = 'DELETE' then
    perform keep_sort_lines(array(select distinct sta_uuid from old_rows left join line_version v using (version_uuid) where v.version_uuid is null or v.valid is not null));
  else
    perform keep_sort_lines(array(
      select sta_uuid from old_rows join line_version using (version_uuid) where valid is not null
      union select sta_uuid from new_rows join line_version using (version_uuid) where valid is not null));
  end if;
  return null;
end $$;

create function versions_changed() returns trigger language plpgsql as $$
begin
  perform keep_sort_lines(array(
    select distinct sta_uuid from old_rows was join new_rows is_now using (version_uuid) join line_station using (version_uuid)
    where (was.valid, was.deleted_at is null, was.classify_sid) is distinct from (is_now.valid, is_now.deleted_at is null, is_now.classify_sid)));
  return null;
end $$;

create function variants_changed() returns trigger language plpgsql as $$
begin
  perform keep_sort_lines(array(
    select distinct sta_uuid from old_rows was join new_rows is_now using (classify_sid) join line_version v using (classify_sid) join line_station using (version_uuid)
    where (was.main_uuid, was.deleted_at is null) is distinct from (is_now.main_uuid, is_now.deleted_at is null) and v.valid is not null));
  return null;
end $$;

create function lines_changed() returns trigger language plpgsql as $$
begin
  perform keep_sort_lines(array(
    select distinct sta_uuid from old_rows was join new_rows is_now using (line_uuid) join line_classify c on c.main_uuid = line_uuid
    join line_version v using (classify_sid) join line_station using (version_uuid)
    where (was.deleted_at is null) <> (is_now.deleted_at is null) and v.valid is not null));
  return null;
end $$;

create trigger main_line_added after insert on bus_line referencing new table as new_rows for each statement execute function main_lines_changed();
create trigger main_line_changed after update on bus_line referencing old table as old_rows new table as new_rows for each statement execute function main_lines_changed();
create trigger main_line_gone after delete on bus_line referencing old table as old_rows for each statement execute function main_lines_changed();
create trigger call_added after insert on line_station referencing new table as new_rows for each statement execute function calls_changed();
create trigger call_changed after update on line_station referencing old table as old_rows new table as new_rows for each statement execute function calls_changed();
create trigger call_gone after delete on line_station referencing old table as old_rows for each statement execute function calls_changed();
create trigger version_changed after update on line_version referencing old table as old_rows new table as new_rows for each statement execute function versions_changed();
create trigger variant_changed after update on line_classify referencing old table as old_rows new table as new_rows for each statement execute function variants_changed();
create trigger line_changed after update on line referencing old table as old_rows new table as new_rows for each statement execute function lines_changed();
