alter table station add column image text references stored_file;
create index station_file on station (image) where image is not null;
