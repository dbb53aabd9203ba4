-- Which import or other change of many records at once a change belongs to, so that all of it can be taken back.
alter table history add column batch_id record_key;
create index history_batch on history (batch_id) where batch_id is not null;

alter table line_import add column undoing boolean not null default false, add column undone_at timestamptz, add column undone_by_name text;
