-- How each bus in service with a main line today stands with what it announces, made from what terminals report when somebody asks (decision 166): a page of it sorted by that would otherwise judge every bus.
create table bus_announced (
  bus_uuid record_key primary key,
  org_id record_key not null,
  line_uuid record_key not null,
  dev_uuid record_key,
  classify_sid record_key,
  standing smallint not null,
  file_version text,
  newest_version text,
  reported_at timestamptz,
  line_order text collate "C" not null,
  code_order text not null
);
create index bus_announced_by_standing on bus_announced (standing, line_order, code_order, bus_uuid);
create index bus_announced_of_organisation on bus_announced (org_id, standing, line_order, code_order, bus_uuid);
create index bus_announced_of_line on bus_announced (line_uuid, standing, code_order, bus_uuid);
create index bus_announced_by_line on bus_announced (line_order, bus_uuid);
create index bus_announced_by_code on bus_announced (code_order, bus_uuid);
create index bus_announced_by_report on bus_announced (reported_at, bus_uuid);
