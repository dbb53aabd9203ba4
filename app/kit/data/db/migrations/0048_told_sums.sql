-- The checksum that a terminal tells of a file it says it has, eight hex digits; null where it tells none.
alter table reported_file add column told_crc32 text check (told_crc32 ~ '^[0-9a-f]{8}$');
