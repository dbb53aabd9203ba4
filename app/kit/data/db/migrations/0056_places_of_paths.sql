-- Where each station of a direction lay when its path was laid or last said to be right: {"<sta_uuid>": [lng, lat]}.
alter table line_path add column places jsonb not null default '{}';
update line_path p set places = coalesce((
  select jsonb_object_agg(ls.sta_uuid, jsonb_build_array(s.lng, s.lat)) from line_station ls join station s using (sta_uuid)
  where ls.version_uuid = p.version_uuid and ls.direction = p.direction), '{}');
