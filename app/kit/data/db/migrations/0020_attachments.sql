-- Every file that a person gave: whose it is and what its bytes are. A column that holds one refers to it, so that what holds it is known.
alter table stored_file
  add column org_id record_key references organisation,
  add column hash text,
  -- Others may refer to it by its key; a record's picture or an import's file is its holder's alone.
  add column is_attachment boolean not null default false,
  add column released_at timestamptz;
update stored_file set org_id = app_user.org_id from app_user where app_user.user_id = stored_file.created_by;
create index stored_file_at on stored_file (created_at, file_key);
create index stored_file_name on stored_file (file_name, file_key);
create index stored_file_size on stored_file (size_bytes, file_key);

-- What holds a file where no column of a table does.
create table file_holder (
  file_key text not null references stored_file,
  room text not null,
  record_key text not null,
  label text not null,
  title text not null,
  href text,
  permission text,
  org_id record_key references organisation,
  held_at timestamptz not null default now(),
  primary key (file_key, room, record_key)
);
create index file_holder_record on file_holder (room, record_key);

update bus set img_url = null where img_url not in (select file_key from stored_file);
update person set photo = null where photo not in (select file_key from stored_file);
update app_user set avatar_key = null where avatar_key not in (select file_key from stored_file);
update map_import set file_key = null where file_key not in (select file_key from stored_file);
update line_import set file_key = null where file_key not in (select file_key from stored_file);
alter table bus add foreign key (img_url) references stored_file;
alter table person add foreign key (photo) references stored_file;
alter table app_user add foreign key (avatar_key) references stored_file;
alter table map_import add foreign key (file_key) references stored_file;
alter table line_import add foreign key (file_key) references stored_file;
create index bus_file on bus (img_url) where img_url is not null;
create index person_file on person (photo) where photo is not null;
create index app_user_file on app_user (avatar_key) where avatar_key is not null;
create index map_import_file on map_import (file_key) where file_key is not null;
create index line_import_file on line_import (file_key) where file_key is not null;
