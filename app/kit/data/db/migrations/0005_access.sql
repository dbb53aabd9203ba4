-- A role's chosen organisations stand in the role itself, so that its history and its version cover them.
alter table role add column org_ids text[] not null default '{}';
update role set org_ids = (select coalesce(array_agg(ro.org_id::text order by ro.org_id), '{}') from role_organisation ro where ro.role_id = role.role_id);
drop table role_organisation;

-- A password that someone else has seen, to be changed at the next login; and what a user is found by.
alter table app_user
  add column password_once boolean not null default false,
  add column pinyin text not null default '',
  add column initials text not null default '',
  add column search_grams text[] not null default '{}';
update app_user set password_once = true where user_status = 'must-change-password';
create index app_user_grams on app_user using gin (search_grams) where deleted_at is null;
create index app_user_organisation on app_user (org_id) where deleted_at is null;
create index app_user_person on app_user (person_uuid) where deleted_at is null;
create index user_role_of_role on user_role (role_id);
create index role_resource_of_resource on role_resource (resource_id);
create index role_parent on role (parent_id);
