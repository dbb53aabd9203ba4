-- A page of a task's vehicles is read in their order, without sorting all 20,000.
create index issue_detail_in_order on issue_detail (task_uuid, detail_uuid);
