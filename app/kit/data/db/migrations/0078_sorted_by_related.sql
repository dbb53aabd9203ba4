-- Lists that are sorted by what other records are called: buses by their depot, clips by their type and station, users by their organisation.
create index bus_by_parking_name on bus (parking_uuid, bus_uuid) where deleted_at is null;
drop index bus_of_depot;
create index audio_by_type_name on audio (type_uuid, audio_uuid) where deleted_at is null;
create index audio_by_sta_name on audio (sta_uuid, audio_uuid) where deleted_at is null;
create index app_user_by_org_name on app_user (org_id, user_id) where deleted_at is null;
