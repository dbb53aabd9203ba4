-- The main line of each bus, which the list of buses shows and sorts by; the index of the constraint on periods takes five times as long.
create index bus_line_main_of_bus on bus_line (bus_uuid) include (valid, line_uuid) where is_main;
