-- The values that a change took away and put in, by which the audit finds it: the program writes them with the change, an index on the function took longer than the change itself.
drop index history_by_value;
alter table history add column found_by text[] not null generated always as (changed_values(before, after)) stored;
alter table history alter column found_by drop expression;
alter table history alter column found_by set default '{}';
create index history_by_value on history using gin (found_by);
