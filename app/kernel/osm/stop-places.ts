import { haversine } from "./distance";
import { roadName } from "./edges";
import type { MemberType, OsmExtract, OsmTags } from "./extract";
import { isStop } from "./collector";
import type { StopPlace } from "./route-relation";
import { isPlatform } from "./stop-roles";

export interface KnownStop {
  type: MemberType;
  id: number;
  place: StopPlace;
  /** A stop position on the road, as against a platform or pole beside it. */
  onRoad: boolean;
  area: number;
}

/** Every stop of the file by `node123` or `way123`, named by itself or its stop area, with the nearest road's name. */
export function stopsOf(extract: OsmExtract): Map<string, KnownStop> {
  const stops = new Map<string, KnownStop>();
  const areas = stopAreas(extract);
  const members = new Set<string>();
  for (const relation of extract.relations) {
    if (relation.tags.type !== "route") continue;
    for (const { type, ref, role } of relation.members) if (type === "node" || role.includes("platform")) members.add(`${type}${ref}`);
  }
  const add = (type: MemberType, id: number, tags: OsmTags, position: [number, number] | undefined) => {
    if (!position) return;
    const area = areas.get(`${type}${id}`);
    const name = tags.name ?? tags["name:zh"] ?? tags.official_name ?? area?.name ?? "";
    const place = { lng: position[0], lat: position[1], name: name.trim(), nameEn: (tags["name:en"] ?? "").trim(), road: "" };
    stops.set(`${type}${id}`, { type, id, place, onRoad: tags.public_transport === "stop_position", area: area?.id ?? 0 });
  };
  for (let index = 0; index < extract.nodes.size; index += 1) {
    const id = extract.nodes.ids[index]!;
    const tags = extract.nodeTags.get(id);
    if (members.has(`node${id}`) || (tags && isStop(tags)))
      add("node", id, tags ?? {}, [extract.nodes.lngAt(index), extract.nodes.latAt(index)]);
  }
  for (const way of extract.ways)
    if (members.has(`way${way.id}`) || (isPlatform(way.tags) && isStop(way.tags))) add("way", way.id, way.tags, centre(way.refs, extract));
  nameRoads([...stops.values()].map((stop) => stop.place), extract);
  return stops;
}

/** The platform of each stop position (by node id): nearest to each other, within 60 m, same name or stop area. */
export function platformsOf(stops: Iterable<KnownStop>): Map<number, KnownStop> {
  const grid = new Map<string, KnownStop[]>();
  const all = [...stops];
  for (const stop of all) {
    const cell = cellOf(stop.place.lng, stop.place.lat);
    grid.set(cell, [...(grid.get(cell) ?? []), stop]);
  }
  const nearest = (from: KnownStop) => {
    let best: KnownStop | undefined;
    let least = 60;
    for (const cell of cellsAround(from.place.lng, from.place.lat)) {
      for (const other of grid.get(cell) ?? []) {
        const alike = other.place.name === from.place.name || (from.area && other.area === from.area);
        if (other.onRoad === from.onRoad || !alike) continue;
        const metres = haversine(from.place.lng, from.place.lat, other.place.lng, other.place.lat);
        if (metres < least || (metres === least && best && other.id < best.id)) [best, least] = [other, metres];
      }
    }
    return best;
  };
  const pairs = new Map<number, KnownStop>();
  for (const stop of all) {
    const platform = stop.onRoad && stop.place.name ? nearest(stop) : undefined;
    if (platform && nearest(platform) === stop) pairs.set(stop.id, platform);
  }
  return pairs;
}

function stopAreas({ relations }: OsmExtract): Map<string, { id: number; name: string }> {
  const areas = new Map<string, { id: number; name: string }>();
  for (const { id, tags, members } of relations) {
    if (tags.type !== "public_transport") continue;
    const name = tags.name ?? tags["name:zh"] ?? "";
    for (const member of members) if (!areas.has(`${member.type}${member.ref}`)) areas.set(`${member.type}${member.ref}`, { id, name });
  }
  return areas;
}

function centre(refs: Float64Array, { nodes }: OsmExtract): [number, number] | undefined {
  const known = [...new Set(refs)].flatMap((ref) => [nodes.position(ref) ?? []].filter((position) => position.length));
  if (!known.length) return undefined;
  const mean = (axis: 0 | 1) => Number((known.reduce((sum, position) => sum + position[axis]!, 0) / known.length).toFixed(7));
  return [mean(0), mean(1)];
}

/** Writes the name of the nearest named road within 40 m into each place. */
function nameRoads(places: StopPlace[], { ways, nodes }: OsmExtract): void {
  const grid = new Map<string, { place: StopPlace; metres: number }[]>();
  for (const place of places) {
    const cell = cellOf(place.lng, place.lat);
    grid.set(cell, [...(grid.get(cell) ?? []), { place, metres: 40 }]);
  }
  for (const { tags, refs } of ways) {
    const name = tags.highway && !isPlatform(tags) ? roadName(tags) : "";
    if (!name) continue;
    for (let at = 1; at < refs.length; at += 1) {
      const a = nodes.position(refs[at - 1]!);
      const b = nodes.position(refs[at]!);
      if (!a || !b) continue;
      for (const cell of cellsBetween(a, b)) {
        for (const found of grid.get(cell) ?? []) {
          const metres = metresToSegment(found.place, a, b);
          if (metres >= found.metres) continue;
          found.metres = metres;
          found.place.road = name;
        }
      }
    }
  }
}

/** Cells of 0.002 degree, at least 100 m wide up to 60 degrees north or south. */
const cellsPerDegree = 500;
const cellOf = (lng: number, lat: number) => `${Math.floor(lng * cellsPerDegree)},${Math.floor(lat * cellsPerDegree)}`;
const cellsAround = (lng: number, lat: number) => cellsBetween([lng, lat], [lng, lat]);

function* cellsBetween(a: readonly [number, number], b: readonly [number, number]): Generator<string> {
  const range = (axis: 0 | 1) => [Math.floor(Math.min(a[axis], b[axis]) * cellsPerDegree) - 1, Math.floor(Math.max(a[axis], b[axis]) * cellsPerDegree) + 1] as const;
  const [west, east] = range(0);
  const [south, north] = range(1);
  if ((east - west) * (north - south) > 10_000) return;
  for (let x = west; x <= east; x += 1) for (let y = south; y <= north; y += 1) yield `${x},${y}`;
}

function metresToSegment(place: StopPlace, a: readonly [number, number], b: readonly [number, number]): number {
  const shrink = Math.cos((place.lat * Math.PI) / 180);
  const [dx, dy] = [(b[0] - a[0]) * shrink, b[1] - a[1]];
  const square = dx * dx + dy * dy;
  const along = square ? Math.max(0, Math.min(1, ((place.lng - a[0]) * shrink * dx + (place.lat - a[1]) * dy) / square)) : 0;
  return haversine(place.lng, place.lat, a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along);
}
