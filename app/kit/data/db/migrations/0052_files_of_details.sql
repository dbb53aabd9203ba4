-- A detail's file is one of its task's files, and issue_task_file holds on to those: checking it again for each of 20,000 vehicles costs more than writing them.
alter table issue_detail drop constraint issue_detail_file_uuid_fkey, drop constraint issue_detail_multi_uuid_fkey;
