-- Published data has coordinates that were shifted twice; a reference may come from such a file.
alter table line_reference drop constraint line_reference_crs_check, add constraint line_reference_crs_check check (crs in ('WGS84', 'GCJ02', 'BD09', 'EPSG:3857', 'GCJ02x2'));
