-- Which transaction last changed what is kept in memory: who keeps it compares, and reads again what another has changed since.
create table last_change (
  subject text primary key,
  changed_by xid8 not null
);
insert into last_change (subject, changed_by) values ('access', pg_current_xact_id());

create function tell_change() returns trigger language plpgsql as $$
begin
  update last_change set changed_by = pg_current_xact_id() where subject = tg_argv[0] and changed_by <> pg_current_xact_id();
  return null;
end $$;

-- At the end of a transaction, so that two who change roles at once do not wait for each other.
create constraint trigger access_changed after insert or update or delete on role deferrable initially deferred for each row execute function tell_change('access');
create constraint trigger access_changed after insert or update or delete on role_resource deferrable initially deferred for each row execute function tell_change('access');
create constraint trigger access_changed after insert or update or delete on resource deferrable initially deferred for each row execute function tell_change('access');
create constraint trigger access_changed after insert or update or delete on app deferrable initially deferred for each row execute function tell_change('access');
