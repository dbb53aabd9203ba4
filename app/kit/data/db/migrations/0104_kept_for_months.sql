-- Security events may be dropped when they are old, as a law says how long they must be kept: half a year, which nothing that works through the program can shorten.
create function refuse_recent_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '180 days' then
    return old;
  end if;
  raise exception 'rows of % are never changed, and not deleted before they are 180 days old', tg_table_name;
end $$;
create trigger security_event_stays_half_a_year before update or delete on security_event for each row execute function refuse_recent_change();
drop trigger security_event_stays on security_event;
