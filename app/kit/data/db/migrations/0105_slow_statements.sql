-- Statements that took long in the last days, without the values of records, for who looks after the program. A crash may forget them.
create unlogged table slow_statement (
  at timestamptz not null,
  sql text not null,
  ms integer not null,
  -- Of the request or job that asked.
  request_id text
);
create index on slow_statement (at);
