-- A path that leaves stations aside is no full match.
update line_path p set match_state = 'partial'
where match_state = 'full'
  and exists (select from line_station s where s.version_uuid = p.version_uuid and s.direction = p.direction and s.distance is null);
