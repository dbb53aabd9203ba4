-- Codes are the same whatever the case of their letters, names whatever the width of theirs, and names of lines, by which sheets
-- find them, are both. Where records differ by that alone
-- already, the index stays as it was and the log says so: which of them is to change only the operator knows.
do $$
declare
  one record;
  twice bigint;
begin
  for one in select * from (values
    ('app', 'app_code_living', 'lower(app_code)'),
    ('module', 'module_name_living', 'lower(module_name)'),
    ('organisation', 'organisation_code_living', 'lower(org_code)'),
    ('dictionary', 'dictionary_code_living', 'lower(code_num)'),
    ('station', 'station_code_living', 'lower(sta_self_code)'),
    ('line', 'line_id_living', 'lower(line_id)'),
    ('bus_model', 'bus_model_num_living', 'lower(model_num)'),
    ('device_model', 'device_model_num_living', 'lower(model_num)'),
    ('post', 'post_code_living', 'lower(post_code)'),
    ('depot', 'depot_num_living', 'lower(parking_num)'),
    ('person', 'person_job_number_living', 'lower(job_number)'),
    ('person', 'person_ic_card_living', 'lower(ic_card)'),
    ('bus', 'bus_code_living', 'lower(bus_self_code)'),
    ('device', 'device_code_living', 'lower(dev_self_code)'),
    ('fence', 'fence_num_living', 'lower(fence_num)'),
    ('audio', 'audio_num_living', 'lower(audio_num)'),
    ('node_type', 'node_type_num_living', 'lower(type_num)'),
    ('voice_version', 'voice_version_num_living', 'lower(version_num)'),
    ('change_package', 'change_package_num_living', 'lower(package_num)'),
    ('line', 'line_name_living', 'lower(normalize(line_name, NFKC))'),
    ('organisation', 'organisation_name_living', 'coalesce(org_pid, ''''), normalize(org_name, NFKC)'),
    ('role', 'role_name_living', 'coalesce(parent_id, ''''), normalize(role_name, NFKC)'),
    ('line_classify', 'classify_name_living', 'main_uuid, normalize(classify_name, NFKC)'),
    ('waiting_area', 'waiting_area_name_living', 'fence_uuid, normalize(wait_name, NFKC)')
  ) as compared (tab, idx, terms) loop
    execute format('select count(*) from (select 1 from %1$I where deleted_at is null and row(%2$s) is not null group by %2$s having count(*) > 1) as taken',
      one.tab, one.terms) into twice;
    if twice > 0 then
      raise warning '%: % values differ by case or width alone', one.idx, twice;
      continue;
    end if;
    execute format('drop index %I', one.idx);
    execute format('create unique index %I on %I (%s) where deleted_at is null', one.idx, one.tab, one.terms);
  end loop;
end $$;
