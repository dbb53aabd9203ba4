-- Rows of a sheet that say again what an earlier row says count as one with it.
alter table sheet_row drop constraint sheet_row_kind_check;
alter table sheet_row add constraint sheet_row_kind_check check (kind in ('new', 'changed', 'same', 'wrong', 'folded'));
