-- Vehicles that come to a task's lines or organisations while it runs get its files too, within the organisations of who made it.
alter table issue_task add column joins boolean not null default false, add column join_scope jsonb;
-- The second person who found a task right, where a parameter asks for one.
alter table issue_task add column approved_by text, add column approved_by_name text, add column approved_at timestamptz;
