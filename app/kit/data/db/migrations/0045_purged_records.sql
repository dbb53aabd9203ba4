-- A record that is deleted for good leaves a line in the history.
alter table history drop constraint history_action_check;
alter table history add constraint history_action_check check (action in ('create', 'update', 'delete', 'restore', 'import', 'purge'));
