import { distanceBetween } from "~/transit/geo/lng-lat";
import type { MemberType } from "./extract";
import type { RouteStop, StopPlace } from "./route-relation";

/** One stopping place of a route: a platform, a stop position, or both. */
export interface Place {
  type: MemberType;
  id: number;
  place: StopPlace | null;
  /** Key of the stop position that the platform stands for. */
  alias: string | null;
  /** Whether the route itself names both. */
  paired: boolean;
  onRequest: boolean;
  boarding: RouteStop["boarding"];
}

/** `OSM123` for a node, `OSMW123` for a way, `OSMR123` for a relation: the station number of an imported station. */
export const stationKey = (type: MemberType, id: number) =>
  `OSM${type === "node" ? "" : type === "way" ? "W" : "R"}${id}`;

/**
 * Joins the platforms and stop positions of a route into its places, in order. Members outside the file are joined by
 * the usual layouts alone (stop and platform in turn, or all stops and then as many platforms), so that a cut file
 * gives the same places as a whole one.
 */
export function placesOf(stops: readonly RouteStop[]): Place[] {
  const groups = blocks(stops) ?? inTurn(stops);
  const places: Place[] = [];
  for (const [stop, platform] of groups) {
    const next = placeOf(stop, platform);
    const last = places.at(-1);
    if (!last || last.id !== next.id || last.type !== next.type) places.push(next);
  }
  return places;
}

type Pair = [stop: RouteStop | undefined, platform: RouteStop | undefined];

/** All of one kind and then all of the other; undefined where the members are mixed. */
function blocks(stops: readonly RouteStop[]): Pair[] | undefined {
  const changes = stops.filter((stop, index) => index > 0 && stop.kind !== stops[index - 1]!.kind).length;
  if (changes !== 1 || stops.length > 2_000 || stops.some((stop) => stop.kind === "plain")) return undefined;
  const onRoad = stops.filter((stop) => stop.kind === "stop");
  const beside = stops.filter((stop) => stop.kind === "platform");
  if (onRoad.length === beside.length && onRoad.every((stop, index) => mayBeOne(stop, beside[index]!)))
    return onRoad.map((stop, index) => [stop, beside[index]]);

  const [many, few] = onRoad.length > beside.length ? [onRoad, beside] : [beside, onRoad];
  const partners = new Map<RouteStop, RouteStop>();
  const alone = new Map<number, RouteStop[]>();
  let from = 0;
  for (const member of few) {
    const at = many.findIndex((other, index) => index >= from && isOne(member, other));
    if (at >= 0) {
      partners.set(many[at]!, member);
      from = at + 1;
    } else if (member.place && many.every((other) => other.place))
      alone.set(from, [...(alone.get(from) ?? []), member]);
  }
  return [...many, undefined].flatMap((member, index) => [
    ...(alone.get(index) ?? []).map((other) => asPair(other)),
    ...(member ? [asPair(member, partners.get(member))] : []),
  ]);
}

function inTurn(stops: readonly RouteStop[]): Pair[] {
  const first = stops[0]?.kind;
  const alternating =
    stops.length % 2 === 0 &&
    stops.every((stop, index) => (stop.kind === first) === (index % 2 === 0) && stop.kind !== "plain");
  const pairs: Pair[] = [];
  for (let at = 0; at < stops.length; at += 1) {
    const [member, next] = [stops[at]!, stops[at + 1]];
    const usual = alternating || (first === "stop" && member.kind === "stop");
    const joined =
      next &&
      member.kind !== next.kind &&
      (usual && next.kind !== "plain" ? mayBeOne(member, next) : isOne(member, next));
    pairs.push(joined ? asPair(member, next) : asPair(member));
    if (joined) at += 1;
  }
  return pairs;
}

const asPair = (member: RouteStop, partner?: RouteStop): Pair =>
  member.kind === "platform" || partner?.kind === "stop" ? [partner, member] : [member, partner];

/** Nothing speaks against both being one place; members outside the file say nothing. */
const mayBeOne = (a: RouteStop, b: RouteStop) => !a.place || !b.place || isOne(a, b);

function isOne(a: RouteStop, b: RouteStop): boolean {
  if (!a.place || !b.place) return false;
  const named = a.place.name && a.place.name === b.place.name;
  if (!named && a.place.name && b.place.name) return false;
  return distanceBetween([a.place.lng, a.place.lat], [b.place.lng, b.place.lat]) <= (named ? 150 : 60);
}

function placeOf(stop: RouteStop | undefined, platform: RouteStop | undefined): Place {
  const boarding = [stop, platform].find((member) => member && member.boarding !== "both")?.boarding ?? "both";
  const onRequest = Boolean(stop?.onRequest || platform?.onRequest);
  const main = platform ?? stop?.platform ?? stop!;
  const name = main.place?.name || stop?.place?.name || "";
  const place = main.place ?? stop?.place ?? null;
  const alias = stop && stop.id !== main.id ? stationKey(stop.type, stop.id) : null;
  return {
    type: main.type,
    id: main.id,
    place: place && { ...place, name },
    alias,
    paired: Boolean(stop && platform),
    onRequest,
    boarding,
  };
}
