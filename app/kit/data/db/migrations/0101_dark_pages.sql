-- Whether pages are light or dark, or as the person's own system has it.
alter table app_user add column scheme text not null default 'auto' check (scheme in ('auto', 'light', 'dark'));
