-- No statement asks for rows by what these hold, and to look at thirty thousand of them takes the database longer than all other columns together.
alter table history
  alter column before set statistics 0,
  alter column after set statistics 0;
alter table sheet_row
  alter column cells set statistics 0,
  alter column fields set statistics 0,
  alter column before set statistics 0,
  alter column errors set statistics 0;
