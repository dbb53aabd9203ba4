-- Issuing: what goes out is made when a task starts, so its details stand before it; tasks in the making are kept step by step.
alter table issue_detail
  alter column file_key drop not null,
  alter column size_bytes drop not null,
  alter column crc32 drop not null,
  alter column sha256 drop not null,
  add constraint issue_detail_file_made check (state in (-1, 0) or file_key is not null);

alter table issue_task
  -- How far its packages are made, in words; null when they are there.
  add column preparing text,
  -- Failures before it do not count: someone has gone on in spite of them.
  add column judged_from timestamptz;
create index issue_task_org on issue_task (org_id);

create table issue_draft (
  draft_uuid record_key primary key,
  task jsonb not null default '{}',
  created_by text not null,
  created_at timestamptz not null default now()
);
create index issue_draft_at on issue_draft (created_at);

-- Details are never taken away, and their files are held by what the task takes along: these would only be looked up 20,000 times a task.
alter table issue_detail_log drop constraint issue_detail_log_detail_uuid_fkey;
alter table issue_detail drop constraint issue_detail_file_key_fkey;
drop index issue_detail_file;
