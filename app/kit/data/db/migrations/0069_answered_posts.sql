-- Forms on their way and how they were answered, for a few seconds: a crash may forget them.
create unlogged table answered_post (
  post_key text primary key,
  at timestamptz not null default now(),
  location text,
  flash text
);
