-- Every column that a long list is sorted by has its index, with the key that decides between equals, so that a page is read
-- along it, from either end. Those that began otherwise (descending, or without the key) are made anew.
drop index station_by_updated, bus_by_updated, bus_first_expire, person_license_expire, device_connected;

create index station_by_updated on station (updated_at, sta_uuid) where deleted_at is null;
create index station_by_state on station (state, sta_uuid) where deleted_at is null;
create index station_by_kind on station (sta_kind, sta_uuid) where deleted_at is null;
create index station_by_road on station (road, sta_uuid) where deleted_at is null;
create index station_by_district on station (district, sta_uuid) where deleted_at is null;

create index bus_by_updated on bus (updated_at, bus_uuid) where deleted_at is null;
create index bus_by_state on bus (bus_state, bus_uuid) where deleted_at is null;
create index bus_by_first_expire on bus (first_expire, bus_uuid) where deleted_at is null;
create index bus_by_mileage on bus (mileage, bus_uuid) where deleted_at is null;
create index bus_by_register_date on bus (register_date, bus_uuid) where deleted_at is null;

create index person_by_name on person (pinyin, person_uuid) where deleted_at is null;
create index person_by_state on person (person_state, person_uuid) where deleted_at is null;
create index person_by_license_expire on person (license_expire, person_uuid) where deleted_at is null;
create index person_by_qualification_expire on person (qualification_expire, person_uuid) where deleted_at is null;
create index person_by_entry_date on person (entry_date, person_uuid) where deleted_at is null;
create index person_by_updated on person (updated_at, person_uuid) where deleted_at is null;

create index device_by_type on device (dev_type, dev_uuid) where deleted_at is null;
create index device_by_state on device (dev_state, dev_uuid) where deleted_at is null;
create index device_by_connected on device (last_connect_time, dev_uuid) where deleted_at is null;
create index device_by_install_date on device (install_date, dev_uuid) where deleted_at is null;
create index device_by_expire_date on device (expire_date, dev_uuid) where deleted_at is null;
create index device_by_updated on device (updated_at, dev_uuid) where deleted_at is null;

create index fence_by_num on fence (fence_num, fence_uuid) where deleted_at is null;
create index fence_by_name on fence (fence_name, fence_uuid) where deleted_at is null;
create index fence_by_use_type on fence (use_type, fence_uuid) where deleted_at is null;
create index fence_by_shape on fence (shape, fence_uuid) where deleted_at is null;
create index fence_by_rule_type on fence (rule_type, fence_uuid) where deleted_at is null;
create index fence_by_enabled on fence (enabled, fence_uuid) where deleted_at is null;
create index fence_by_updated on fence (updated_at, fence_uuid) where deleted_at is null;

create index app_user_by_account on app_user (lower(user_account), user_id) where deleted_at is null;
create index app_user_by_name on app_user (user_name, user_id) where deleted_at is null;
create index app_user_by_status on app_user (user_status, user_id) where deleted_at is null;
create index app_user_by_updated on app_user (updated_at, user_id) where deleted_at is null;

-- The buses that a line is the main one of, found without looking at the lines of any other bus.
create index bus_line_main_of_line on bus_line (line_uuid, bus_uuid) include (valid) where is_main;

-- A station of a kind or state found by its letters: a frequent term is looked at in one index with them.
create extension if not exists btree_gin;
drop index station_grams;
create index station_grams on station using gin (search_grams, sta_kind, state) where deleted_at is null;
