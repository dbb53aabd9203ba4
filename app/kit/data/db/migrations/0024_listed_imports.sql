-- The list of imports and exports goes over three tables in one order; what its filters ask of sheets stands in the index.
drop index sheet_import_new;
create index sheet_import_listed on sheet_import (created_at desc, import_id desc)
  include (kind, template_code, state, bad_count, refused_count, undone_at, created_by, created_by_name, file_name);
drop index line_import_by_time;
create index line_import_by_time on line_import (created_at desc, import_id desc);
drop index map_import_by_time;
create index map_import_by_time on map_import (created_at desc, import_id desc);
