alter table station add column opposite_sta record_key references station, add constraint station_is_not_its_own_opposite check (opposite_sta <> sta_uuid);
create unique index station_opposite on station (opposite_sta) where opposite_sta is not null and deleted_at is null;
