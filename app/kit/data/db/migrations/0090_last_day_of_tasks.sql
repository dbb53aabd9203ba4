-- After this day of the operator's nothing of the task goes out any more; null for tasks of before.
alter table issue_task add column last_day date;
