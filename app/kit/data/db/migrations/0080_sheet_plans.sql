-- How tables of a kind were read, by the words of their header, so that the next of them is read so without being asked again.
create table sheet_plan (
  plan_id record_key primary key,
  template_code text not null,
  -- Folded, sorted, each once.
  header_words text[] not null,
  -- Of all of them: a wide table has more words than an index takes.
  header_hash text not null,
  -- Field -> the header of its column and which of those of that name it is, from 0; null where the file has none.
  columns jsonb not null,
  constants jsonb not null,
  -- Field -> what the file says -> what is meant.
  meanings jsonb not null,
  created_at timestamptz not null default now(), created_by text, created_by_name text not null,
  unique (template_code, header_hash)
);
