import { busDirections } from "./access";
import type { OsmExtract, OsmRelation, OsmWay } from "./extract";
import type { RouteRelation, WayShape } from "./route-relation";
import { platformsOf, stopsOf, type KnownStop } from "./stop-places";
import { isPlatform, meaningOf } from "./stop-roles";
import { tidyText } from "./text";

/** The bus routes of a file with what it knows of their members, ascending by id; other relations are counted by reason. */
export function relationsOf(extract: OsmExtract): {
  relations: RouteRelation[];
  stops: KnownStop[];
  skipped: Record<string, number>;
} {
  const known = stopsOf(extract);
  const platforms = platformsOf(known.values());
  const shapes = shapesOf(extract);
  const ways = new Map(extract.ways.map((way) => [way.id, way]));
  const masters = new Map<number, OsmRelation>();
  for (const relation of extract.relations)
    if (relation.tags.type === "route_master")
      for (const member of relation.members)
        if (member.type === "relation" && !masters.has(member.ref)) masters.set(member.ref, relation);

  const factsOf = onceForEach(masterFacts);
  const skipped: Record<string, number> = { ...extract.otherRelations };
  const skip = (reason: string) => (skipped[reason] = (skipped[reason] ?? 0) + 1);
  const relations: RouteRelation[] = [];
  for (const relation of extract.relations) {
    const { tags } = relation;
    if (tags.type !== "route") continue;
    if (/^(proposed|construction|disused|abandoned|demolished)$/.test(tags.state ?? "")) {
      skip("not-running");
      continue;
    }
    const route: RouteRelation = {
      ...facts(relation),
      ...factsOf(masters.get(relation.id)),
      stops: [],
      ways: [],
      otherMembers: 0,
    };
    for (const { type, ref: id, role } of relation.members) {
      const stop = known.get(`${type}${id}`);
      const inFile = type === "way" ? ways.get(id)?.tags : stop ? (extract.nodeTags.get(id) ?? {}) : undefined;
      const { is, ...meaning } = meaningOf(type, role, inFile);
      if (is === "other") route.otherMembers += 1;
      else if (is === "way") route.ways.push({ id, side: "side" in meaning ? meaning.side : "", shape: shapes(id) });
      else if ("kind" in meaning) {
        const twin = type === "node" ? platforms.get(id) : undefined;
        const platform = twin ? { type: twin.type, id: twin.id, place: twin.place } : null;
        route.stops.push({ type, id, ...meaning, place: stop?.place ?? null, platform });
      }
    }
    if (route.stops.some((stop) => stop.place) || route.ways.some((way) => way.shape)) relations.push(route);
    else skip(relation.members.length ? "outside-file" : "no-members");
  }
  const routes = new Set(relations.map((relation) => relation.id));
  for (const { tags, members } of extract.relations)
    if (tags.type === "route_master" && !members.some((member) => routes.has(member.ref)))
      skip("master-without-routes");
  return { relations, stops: [...known.values()], skipped };
}

/** How a reason for leaving out a relation is shown. */
export function relationSkipLabel(reason: string): string {
  const [key, value = ""] = reason.split("=");
  if (key === "route" || key === "route_master")
    return `${modes[value] ?? `其他（${value}）`}${key === "route" ? "线路" : "线路组"}`;
  return labels[reason] ?? `其他关系（${value || reason}）`;
}

const labels: Record<string, string> = {
  "not-running": "未开通或已停用的公交线路",
  "outside-file": "成员都在文件范围之外的公交线路",
  "no-members": "没有成员的公交线路",
  "master-without-routes": "线路不在文件内的公交线路组",
  "type=multipolygon": "面状要素",
  "type=boundary": "行政边界",
  "type=public_transport": "换乘枢纽等",
  "route without mode": "未注明类型的线路",
  "no type": "未注明类型的关系",
};

const modes: Record<string, string> = {
  subway: "地铁",
  light_rail: "轻轨",
  tram: "有轨电车",
  train: "火车",
  railway: "铁路",
  road: "公路",
  ferry: "轮渡",
  bicycle: "骑行",
  hiking: "徒步",
  foot: "步行",
  coach: "长途客运",
  monorail: "单轨",
  power: "电力",
};

function facts({ id, tags }: OsmRelation) {
  return {
    id,
    mode: tags.route?.includes("trolleybus") ? ("trolleybus" as const) : ("bus" as const),
    ref: tidyText(tags.ref),
    name: tidyText(tags.name ?? tags["name:zh"]),
    from: tidyText(tags.from),
    to: tidyText(tags.to),
    network: tidyText(tags.network),
    operator: tidyText(tags.operator),
    roundtrip: tags.roundtrip === "yes",
    openingHours: tidyText(tags.opening_hours),
    oneDirection: tags["public_transport:version"] === "2",
  };
}

const masterFacts = (master: OsmRelation | undefined) => ({
  masterId: master?.id ?? null,
  masterRef: tidyText(master?.tags.ref),
  masterName: tidyText(master?.tags.name ?? master?.tags["name:zh"]),
  masterRoutes: [...new Set(master?.members.filter(({ type }) => type === "relation").map(({ ref }) => ref))].sort(
    (a, b) => a - b,
  ),
});

/** The routes of a master share what is known of it. */
function onceForEach<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}

function shapesOf({ ways, nodes }: OsmExtract): (id: number) => WayShape | null {
  const byId = new Map<number, OsmWay>(ways.map((way) => [way.id, way]));
  const shapes = new Map<number, WayShape | null>();
  return (id) => {
    if (!shapes.has(id)) shapes.set(id, shapeOf(byId.get(id), nodes));
    return shapes.get(id) ?? null;
  };
}

function shapeOf(way: OsmWay | undefined, nodes: OsmExtract["nodes"]): WayShape | null {
  if (!way || isPlatform(way.tags)) return null;
  const known = [...way.refs].flatMap((id) => {
    const position = nodes.position(id);
    return position ? [{ id, position }] : [];
  });
  if (known.length < 2) return null;
  const flow = busDirections(way.tags);
  const oneway = typeof flow === "string" || flow.forward === flow.backward ? 0 : flow.forward ? 1 : -1;
  return {
    nodes: known.map((node) => node.id),
    coords: known.map((node) => node.position),
    oneway,
    whole: known.length === way.refs.length,
  };
}
