-- A version of the program has one entry. Those that repeat one get a mark that says so, which their history tells.
with repeated as (
  select log_id, log_version, row_number() over (partition by lower(log_version) order by created_at, log_id) as nth
  from update_log where deleted_at is null
), marked as (
  update update_log l set log_version = left(r.log_version, 26) || '-重复' || r.nth, version = l.version + 1, updated_at = now(), updated_by = 'system'
  from repeated r where r.log_id = l.log_id and r.nth > 1
  returning l.*, r.log_version as old_version
), told as (
  select log_id, version, after || jsonb_build_object('logVersion', old_version) as before, after
  from marked cross join lateral (select jsonb_build_object('logId', log_id, 'logVersion', log_version, 'logDate', log_date, 'title', title, 'body', body) as after) kept
)
insert into history (history_id, room, record_key, action, record_version, before, after, found_by, user_id, user_name, reason)
select replace(gen_random_uuid()::text, '-', ''), 'update-logs', log_id, 'update', version, before, after, changed_values(before, after),
  'system', '系统', '版本号不能重复，已有的重复版本号加上了序号'
from told;

create unique index update_log_version_living on update_log (lower(log_version)) where deleted_at is null;
