-- How a session was begun, for the person whose it is: at the login page or by a call.
alter table session add column kind text not null default 'page' check (kind in ('page', 'call'));
update session set kind = 'call' where user_agent is null or user_agent not like 'Mozilla/%';

-- Until when a password that must be changed opens its account; null for ever. Those handed out before get a week.
alter table app_user add column first_password_ends_at timestamptz;
update app_user set first_password_ends_at = now() + interval '7 days' where password_once;
