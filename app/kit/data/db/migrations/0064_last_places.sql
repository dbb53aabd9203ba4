-- A new record of which nobody says its place in the order comes last, whichever way it is written.
create function last_place(of regclass) returns integer language plpgsql volatile as $$
declare last integer;
begin
  execute format('select coalesce(max(sort), 0) from %s where deleted_at is null', of) into last;
  return least(last + 1, 9999);
end $$;

alter table post alter column sort set default last_place('post');
alter table device_model alter column sort set default last_place('device_model');
alter table app alter column sort set default last_place('app');
alter table node_type alter column sort set default last_place('node_type');
create index post_places on post (sort) where deleted_at is null;
