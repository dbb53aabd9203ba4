-- Says how many of its address a try is, so that the one that reaches the limit is known.
drop function reserve_login_try(text, text, text[], integer, integer, integer);

create function reserve_login_try(
  tried_account text, tried_address text, known_as text[], pair_limit integer, account_limit integer, address_limit integer
)
returns table (try_id bigint, of_account integer, of_pair integer, of_address integer) language plpgsql as $$
declare
  account_times integer;
  pair_times integer;
  address_times integer;
begin
  perform pg_advisory_xact_lock(20131, hashtext(tried_address));
  perform pg_advisory_xact_lock(20132, hashtext(tried_account));
  select count(*) filter (where f.account = tried_account),
      count(*) filter (where f.account = tried_account and f.address = tried_address),
      count(*) filter (where f.address = tried_address)
    into account_times, pair_times, address_times
    from login_failure f
    where (f.account = tried_account or f.address = tried_address) and f.at > now() - interval '10 minutes';
  if pair_times >= pair_limit or address_times >= address_limit then return; end if;
  -- Guessed from everywhere, an account opens only where its person has been let in before.
  if account_times >= account_limit and not exists (
    select from session s join app_user u using (user_id)
    where lower(u.user_account) = tried_account and u.deleted_at is null
      and s.address = any (known_as) and s.created_at > now() - interval '30 days'
  ) then return; end if;
  return query
    insert into login_failure as f (account, address) values (tried_account, tried_address)
    returning f.try_id, account_times, pair_times + 1, address_times + 1;
end $$;
