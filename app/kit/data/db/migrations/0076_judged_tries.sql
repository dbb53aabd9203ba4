-- Tells a try that was wrong from one that is still being judged: what only a try of the second kind closes is waited for, so that
-- right passwords given at once do not lock each other out. Who never came back to say (a killed program) counts as wrong.
alter table login_failure add column judged boolean not null default true;

drop function reserve_login_try(text, text, text[], integer, integer, integer);

-- Answers no row to who must wait ten minutes, and a row without try_id to who must ask again in a moment.
create function reserve_login_try(
  tried_account text, tried_address text, known_as text[],
  captcha_after integer, pair_limit integer, account_limit integer, address_limit integer
)
returns table (try_id bigint, of_account integer) language plpgsql as $$
declare
  wrong record;
  counted record;
  is_known boolean;
begin
  perform pg_advisory_xact_lock(20131, hashtext(tried_address));
  perform pg_advisory_xact_lock(20132, hashtext(tried_account));
  select count(*) filter (where f.account = tried_account) as of_account,
      count(*) filter (where f.account = tried_account and f.address = tried_address) as of_pair,
      count(*) filter (where f.address = tried_address) as of_address
    into counted
    from login_failure f
    where (f.account = tried_account or f.address = tried_address) and f.at > now() - interval '10 minutes';
  select count(*) filter (where f.account = tried_account) as of_account,
      count(*) filter (where f.account = tried_account and f.address = tried_address) as of_pair,
      count(*) filter (where f.address = tried_address) as of_address
    into wrong
    from login_failure f
    where (f.account = tried_account or f.address = tried_address) and f.at > now() - interval '10 minutes'
      and (f.judged or f.at < now() - interval '30 seconds');
  -- Guessed from everywhere, an account opens only where its person has been let in before.
  is_known := counted.of_account < account_limit or exists (
    select from session s join app_user u using (user_id)
    where lower(u.user_account) = tried_account and u.deleted_at is null
      and s.address = any (known_as) and s.created_at > now() - interval '30 days'
  );
  if wrong.of_pair >= pair_limit or wrong.of_address >= address_limit or (wrong.of_account >= account_limit and not is_known) then
    return;
  end if;
  if counted.of_pair >= pair_limit or counted.of_address >= address_limit or not is_known
    or (wrong.of_account < captcha_after and counted.of_account >= captcha_after) then
    return query select null::bigint, counted.of_account::integer;
    return;
  end if;
  return query
    insert into login_failure as f (account, address, judged) values (tried_account, tried_address, false)
    returning f.try_id, counted.of_account::integer;
end $$;

-- Says how many wrong ones of its account at its address, and of its address, a wrong try is, so that the one that reaches a limit is known.
create function book_login_failure(wrong_try bigint)
returns table (of_pair integer, of_address integer) language plpgsql as $$
declare
  tried record;
begin
  select f.account, f.address into tried from login_failure f where f.try_id = wrong_try;
  if not found then return; end if;
  perform pg_advisory_xact_lock(20131, hashtext(tried.address));
  perform pg_advisory_xact_lock(20132, hashtext(tried.account));
  update login_failure f set judged = true where f.try_id = wrong_try;
  return query
    select (count(*) filter (where f.account = tried.account))::integer, count(*)::integer
    from login_failure f
    where f.address = tried.address and f.judged and f.at > now() - interval '10 minutes';
end $$;
