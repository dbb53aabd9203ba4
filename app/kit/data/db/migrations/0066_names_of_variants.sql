-- A variant that still has the name it got by itself takes the one that new variants get, unless another of its line has that.
with named as (
  select classify_sid, main_uuid, classify_name as old_name, mark.new_name,
    row_number() over (partition by main_uuid, mark.new_name, deleted_at is null order by classify_sid) as place
  from line_classify
  cross join lateral (select case sort_type when 1 then '主分类' else '副分类' end || substring(classify_name from '\d*$') as new_name) mark
  where classify_name ~ '^[主副]方案\d*$'
), renamed as (
  update line_classify own set classify_name = new_name, version = own.version + 1, updated_at = now(), updated_by = 'system'
  from named
  where own.classify_sid = named.classify_sid and place = 1 and not exists (
    select from line_classify other where other.main_uuid = named.main_uuid and other.classify_name = new_name and other.deleted_at is null)
  returning own.*, old_name
), told as (
  select classify_sid, version, after || jsonb_build_object('classifyName', old_name) as before, after
  from renamed cross join lateral (select jsonb_build_object('classifySid', classify_sid, 'mainUuid', main_uuid, 'classifyName', classify_name,
    'sortType', sort_type, 'source', source, 'remark', remark) as after) kept
)
insert into history (history_id, room, record_key, action, record_version, before, after, found_by, user_id, user_name, reason)
select replace(gen_random_uuid()::text, '-', ''), 'lines', classify_sid, 'update', version, before, after, changed_values(before, after),
  'system', '系统', '默认的分类名称改称主分类、副分类'
from told;
