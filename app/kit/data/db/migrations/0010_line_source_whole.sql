-- A line that one file held whole keeps its relations too, without the shapes of their ways: the stored roads have those.
-- Only the others are joined with what a later file says.
alter table line_source add column whole boolean not null default false;
