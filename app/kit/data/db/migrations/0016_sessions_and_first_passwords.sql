-- How a session was begun, for the person whose it is: at the login page or by a call.
alter table session add column kind text not null default 'page' check (kind in ('page', 'call'));
update session set kind = 'call' where user_agent is null or user_agent not like 'Mozilla/%';

-- When the password that must be changed was made; null for one that does not expire. Those handed out before count from now.
alter table app_user add column password_issued_at timestamptz;
update app_user set password_issued_at = now() where password_once;
