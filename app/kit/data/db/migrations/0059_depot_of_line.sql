alter table line add column parking_uuid record_key references depot;
create index line_of_depot on line (parking_uuid) where deleted_at is null;
