import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";
import { pathLength } from "~/transit/geo/path";
import { hoursOf, terminalsOf } from "./line-names";
import { joinWays, type PathBreak } from "./path";
import { driveAlong } from "./path-search";
import { placesOf, type Place } from "./places";
import { isInOrder, orderAlong } from "./order-along";
import type { RouteRelation, RouteStop } from "./route-relation";

/** One direction of travel that a relation describes. */
export interface Run {
  relation: RouteRelation;
  from: string;
  to: string;
  circular: boolean;
  places: Place[];
  path: LngLat[];
  breaks: PathBreak[];
  hours: { first: string; last: string } | null;
  notes: string[];
}

/** The directions of a relation: one, or two where an old style relation marks its stops forward and backward. */
export function runsOf(relation: RouteRelation): Run[] {
  const { stops } = relation;
  const { from, to } = terminalsOf(relation);
  const there = stops.filter((stop) => stop.side !== "backward");
  const back = stops.filter((stop) => stop.side !== "forward");
  if (relation.oneDirection || !there.length || there.length === stops.length)
    return [runOf(relation, stops, placesOf(stops), "forward", from, to)];
  const [upStops, downStops] = [ordered(there), ordered(back)];
  const up = placesOf(upStops);
  const down = facing(up.at(-1), placesOf(downStops));
  return [runOf(relation, upStops, up, "forward", from, to), runOf(relation, downStops, down, "backward", to, from)];
}

function runOf(
  relation: RouteRelation,
  stops: readonly RouteStop[],
  listed: Place[],
  way: "forward" | "backward",
  from: string,
  to: string,
): Run {
  const { path, breaks } = tooLong(relation) ? { path: [], breaks: [] } : pathOf(relation, listed, way);
  const passed = breaks.length > 0 ? null : alongPath(path, stops, listed);
  const places = passed ?? listed;
  const [first, last] = [places[0], places.at(-1)];
  const sameName = first?.place?.name && first.place.name === last?.place?.name;
  const closed = places.length > 2 && (sameName || (first!.id === last!.id && first!.type === last!.type));
  const loose = breaks.filter((gap) => gap.reason === "not-connected").length;
  return {
    relation,
    from: from || first?.place?.name || "",
    to: to || last?.place?.name || "",
    circular: relation.roundtrip || Boolean(closed) || (from !== "" && from === to),
    places,
    path,
    breaks,
    hours: hoursOf(relation.openingHours),
    notes: [
      ...(places.length ? [] : ["关系中没有站点"]),
      ...(relation.ways.length ? [] : ["关系中没有道路"]),
      ...(passed ? [orderedWords(listed, passed)] : []),
      ...(loose ? [`路径有 ${loose} 处不相连`] : []),
      ...(tooLong(relation) ? [`路径超过 ${maxPositions} 个点，未导入路径`] : []),
    ],
  };
}

/** No bus line has as many: a file made to exhaust memory would. */
const maxPositions = 200_000;

const tooLong = ({ ways }: RouteRelation) =>
  ways.reduce((sum, { shape }) => sum + (shape?.nodes.length ?? 0), 0) > maxPositions;

function pathOf(
  { ways, oneDirection }: RouteRelation,
  places: Place[],
  way: "forward" | "backward",
): { path: LngLat[]; breaks: PathBreak[] } {
  const [start, goal] = [places[0]?.place, places.at(-1)?.place];
  const drive = () => start && goal && driveAlong(ways, [start.lng, start.lat], [goal.lng, goal.lat]);
  if (oneDirection || (way === "forward" && ways.every((member) => !member.side))) {
    const joined = joinWays(ways);
    if (!joined.breaks.length) return joined;
    const driven = drive();
    const listed = ways.reduce((sum, member) => sum + pathLength(member.shape?.coords ?? []), 0);
    return driven && pathLength(driven) > 0.8 * listed ? { path: driven, breaks: [] } : joined;
  }
  const driven = drive();
  if (driven) return { path: driven, breaks: [] };
  const other = way === "forward" ? "backward" : "forward";
  const own = ways.filter((member) => member.side !== other || ways.every(({ side }) => side === other));
  return joinWays(way === "forward" ? own : [...own].reverse());
}

/** The places in the order in which the path passes them, where they are listed in another; null where they are not, or it can't be told. */
function alongPath(path: readonly LngLat[], stops: readonly RouteStop[], listed: readonly Place[]): Place[] | null {
  const known = placesIn(listed);
  if (path.length < 2 || known.length < listed.length || isInOrder(path, known)) return null;
  const members = placesIn(stops);
  const order = members.length < stops.length ? null : orderAlong(path, members);
  return order && placesOf(order.map((at) => stops[at]!));
}

const placesIn = (stops: readonly Pick<RouteStop, "place">[]) =>
  stops.flatMap(({ place }) => (place ? [[place.lng, place.lat] as const] : []));

function orderedWords(listed: readonly Place[], passed: readonly Place[]): string {
  const joined = listed.length - passed.length;
  const moved = passed.filter(({ type, id }, at) => listed[at]?.id !== id || listed[at]?.type !== type).length;
  const end = passed.at(-1)?.place?.name;
  return `关系中的站点不按行驶顺序排列，已按路径的顺序排列（${moved} 站换了位置，止于${end ? `“${end}”` : "没有名称的站"}）${joined > 0 ? `，其中 ${joined} 个停靠点与旁边的站台合为一站` : ""}，请核对`;
}

function ordered(stops: RouteStop[]): RouteStop[] {
  return stops.every((stop) => stop.order !== null) ? [...stops].sort((a, b) => a.order! - b.order!) : stops;
}

/** The places of the way back, turned round where they are listed from the far end of where the way there ends. */
function facing(start: Place | undefined, places: Place[]): Place[] {
  const [first, last] = [places[0]?.place, places.at(-1)?.place];
  const from = start?.place;
  if (!from || !first || !last) return places;
  const away = (place: { lng: number; lat: number }) => distanceBetween([from.lng, from.lat], [place.lng, place.lat]);
  return away(last) < away(first) ? [...places].reverse() : places;
}
