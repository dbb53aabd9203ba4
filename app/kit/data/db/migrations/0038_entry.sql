-- Shortcuts are the person's own, in all their sessions: those of the newest session and of all that did not end.
with kept as (
  select s.user_id, c.path, c.position, s.created_at,
    row_number() over (partition by s.user_id, c.path order by s.created_at desc, s.session_id desc) as nth
  from session_shortcut c join session s using (session_id)
  where s.ended_at is null or s.session_id = (
    select n.session_id from session n where n.user_id = s.user_id order by n.created_at desc, n.session_id desc limit 1)
), placed as (
  select user_id, path, row_number() over (partition by user_id order by created_at desc, position, path) as place
  from kept where nth = 1
), listed as (
  select user_id, jsonb_agg(path order by place) as paths from placed where place <= 16 group by user_id
)
update app_user u set shortcuts = listed.paths from listed where listed.user_id = u.user_id;
drop table session_shortcut;

alter table app_user add column shortcut_titles boolean not null default false;

-- When the person last chose their password; null while they only had passwords that others made.
alter table app_user add column password_chosen_at timestamptz;
update app_user u set password_chosen_at = chosen.at
from (select user_id, max(at) as at from security_event where kind = 'password-changed' group by user_id) chosen
where chosen.user_id = u.user_id;

-- Each screen has a picture of its own, where nobody chose another.
update resource set icon = new.icon
from (values
  ('LineClassify', 'line', 'classify'), ('ChangePackage', 'line', 'package'), ('LineTools', 'line', 'tools'),
  ('StationImport', 'station', 'station-import'), ('LineFileImport', 'line', 'line-import'), ('BusModel', 'model', 'bus-model'),
  ('DeviceModel', 'model', 'device-model'), ('ReportToken', 'device', 'key'), ('LinkToken', 'device', 'antenna'),
  ('WaitingArea', 'fence', 'waiting'), ('FenceEvent', 'fence', 'bell'), ('PostManagement', 'person', 'post'),
  ('FileManagement', 'voice', 'voice-file'), ('LineStationVoice', 'voice', 'announce'),
  ('LineStationVoiceHistory', 'voice', 'history'), ('PublicVoiceClass', 'voice', 'category'),
  ('VoiceLibrary', 'voice', 'music'), ('NodeTypeDictionary', 'voice', 'tags'), ('IssueTask', 'voice', 'issue'),
  ('ExcelList', 'file', 'list'), ('ExcelLog', 'log', 'report'), ('UpdateLogManagement', 'log', 'news'),
  ('WeatherManagement', 'map', 'weather'), ('FeatureVisitLog', 'log', 'visit'), ('LogAnalysis', 'log', 'chart'),
  ('SystemTaskLog', 'log', 'task'), ('UserLoginLog', 'log', 'login'), ('ChangeAudit', 'log', 'audit'),
  ('RoleResource', 'resource', 'grant'), ('UserRole', 'role', 'members'), ('LoginLock', 'user', 'lock'),
  ('SecurityEvent', 'log', 'shield'), ('ApiDocument', 'screen', 'api')
) as new (resource_name, was, icon)
where resource.resource_name = new.resource_name and resource.icon = new.was and resource.created_by = 'system';
