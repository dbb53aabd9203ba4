-- Rules of turning that bind buses, by their relation in the map: each names its ways in driving order and the nodes that join them.
create table road_turn (
  relation_id bigint primary key,
  rules jsonb not null
);
