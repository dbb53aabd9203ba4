-- Which voice spoke a clip, for people; null of recordings and of what was spoken before.
alter table audio add column spoken_by text check (length(spoken_by) between 1 and 200);
