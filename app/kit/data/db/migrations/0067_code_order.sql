-- Codes of long lists sort by a column: natural_order was asked of every row that a page passes over, and cost more than all else of a late page.
alter table station add column code_order text generated always as (natural_order(sta_self_code)) stored;
alter table bus add column code_order text generated always as (natural_order(bus_self_code)) stored;
alter table device add column code_order text generated always as (natural_order(dev_self_code)) stored;
alter table person add column code_order text generated always as (natural_order(job_number)) stored;
alter table fence add column code_order text generated always as (natural_order(fence_num)) stored;
alter table audio add column code_order text generated always as (natural_order(audio_num)) stored;
drop index station_by_natural_code;
create index station_by_code_order on station (code_order, sta_uuid) where deleted_at is null;
drop index bus_by_natural_code;
create index bus_by_code_order on bus (code_order, bus_uuid) where deleted_at is null;
drop index device_by_natural_code;
create index device_by_code_order on device (code_order, dev_uuid) where deleted_at is null;
drop index person_by_natural_number;
create index person_by_code_order on person (code_order, person_uuid) where deleted_at is null;
drop index fence_by_natural_num;
create index fence_by_code_order on fence (code_order, fence_uuid) where deleted_at is null;
drop index audio_by_natural_num;
create index audio_by_code_order on audio (code_order, audio_uuid) where deleted_at is null;
