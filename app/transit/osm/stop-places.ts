import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import type { MemberType, OsmExtract, OsmTags } from "./extract";
import { cellsBetween, Grid } from "./grid";
import { isStop } from "./kept-tags";
import type { StopPlace } from "./route-relation";
import { isPlatform } from "./stop-roles";
import { tidyText } from "./text";
import { METRES_PER_DEGREE, metresPerDegreeEast } from "~/transit/geo/metres";
import { distanceToSegment } from "~/transit/geo/segment";
import { roadName } from "./edges";

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
  const { nodes, ways } = candidates(extract);
  const add = (type: MemberType, id: number, tags: OsmTags, position: LngLat | undefined) => {
    if (!position) return;
    const area = areas.get(`${type}${id}`);
    const name = tidyText(tags.name ?? tags["name:zh"] ?? tags.official_name ?? area?.name);
    const place = { lng: position[0], lat: position[1], name, nameEn: tidyText(tags["name:en"]), road: "" };
    stops.set(`${type}${id}`, {
      type,
      id,
      place,
      onRoad: tags.public_transport === "stop_position",
      area: area?.id ?? 0,
    });
  };
  for (const id of nodes) add("node", id, extract.nodeTags.get(id) ?? {}, extract.nodes.position(id));
  for (const way of extract.ways)
    if (ways.has(way.id) || (isPlatform(way.tags) && isStop(way.tags)))
      add("way", way.id, way.tags, centre(way.refs, extract));
  nameRoads(
    [...stops.values()].map((stop) => stop.place),
    extract,
  );
  return stops;
}

/** The platform of each stop position (by node id): nearest to each other, within 60 m, same name or stop area. */
export function platformsOf(stops: Iterable<KnownStop>): Map<number, KnownStop> {
  const grid = new Grid<KnownStop>();
  const all = [...stops];
  for (const stop of all) for (const cell of cellsBetween(at(stop.place), at(stop.place), 0)) grid.add(cell, stop);
  const nearest = (from: KnownStop) => {
    let best: KnownStop | undefined;
    let least = 60;
    for (const cell of cellsBetween(at(from.place), at(from.place), 1)) {
      for (const other of grid.at(cell)) {
        const alike = other.place.name === from.place.name || (from.area && other.area === from.area);
        if (other.onRoad === from.onRoad || !alike) continue;
        const metres = distanceBetween(at(from.place), at(other.place));
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

/** Members that may be stops, and the nodes that say they are, ascending. */
function candidates({ relations, nodeTags }: OsmExtract): { nodes: number[]; ways: Set<number> } {
  const nodes = new Set<number>();
  const ways = new Set<number>();
  for (const { tags, members } of relations) {
    if (tags.type !== "route") continue;
    for (const { type, ref, role } of members) {
      if (type === "node") nodes.add(ref);
      else if (type === "way" && role.includes("platform")) ways.add(ref);
    }
  }
  for (const [id, tags] of nodeTags) if (isStop(tags)) nodes.add(id);
  return { nodes: [...nodes].sort((a, b) => a - b), ways };
}

function stopAreas({ relations }: OsmExtract): Map<string, { id: number; name: string }> {
  const areas = new Map<string, { id: number; name: string }>();
  for (const { id, tags, members } of relations) {
    if (tags.type !== "public_transport") continue;
    const name = tags.name ?? tags["name:zh"] ?? "";
    for (const member of members)
      if (!areas.has(`${member.type}${member.ref}`)) areas.set(`${member.type}${member.ref}`, { id, name });
  }
  return areas;
}

function centre(refs: Float64Array, { nodes }: OsmExtract): [number, number] | undefined {
  const known = [...new Set(refs)].flatMap((ref) => [nodes.position(ref) ?? []].filter((position) => position.length));
  if (!known.length) return undefined;
  const mean = (axis: 0 | 1) =>
    Number((known.reduce((sum, position) => sum + position[axis]!, 0) / known.length).toFixed(7));
  return [mean(0), mean(1)];
}

const at = (place: StopPlace): LngLat => [place.lng, place.lat];

/** Writes the name of the nearest named road within 40 m into each place. */
function nameRoads(places: StopPlace[], { ways, nodes }: OsmExtract): void {
  const grid = new Grid<StopPlace>();
  for (const place of places)
    for (const cell of cellsBetween([place.lng, place.lat], [place.lng, place.lat], 1)) grid.add(cell, place);
  const nearest = new Map<StopPlace, number>();
  for (const { tags, refs } of ways) {
    const name = tags.highway && !isPlatform(tags) ? tidyText(roadName(tags)) : "";
    if (!name || !places.length) continue;
    let a: LngLat | undefined;
    for (const ref of refs) {
      const b = nodes.position(ref);
      if (a && b) {
        for (const cell of cellsBetween(a, b, 0)) {
          for (const place of grid.at(cell)) {
            const metres = metresToSegment(place, a, b);
            if (metres >= (nearest.get(place) ?? 40)) continue;
            nearest.set(place, metres);
            place.road = name;
          }
        }
      }
      a = b;
    }
  }
}

function metresToSegment({ lng, lat }: StopPlace, a: LngLat, b: LngLat): number {
  const east = metresPerDegreeEast(lat);
  const [ax, ay] = [(a[0] - lng) * east, (a[1] - lat) * METRES_PER_DEGREE];
  return distanceToSegment(0, 0, ax, ay, (b[0] - lng) * east, (b[1] - lat) * METRES_PER_DEGREE);
}
