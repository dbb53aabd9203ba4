import { haversine } from "./distance";
import { hoursOf, terminalsOf } from "./line-names";
import { joinWays, type PathBreak, type Position } from "./path";
import { placesOf, type Place } from "./places";
import type { RouteRelation, RouteWay } from "./route-relation";

/** One direction of travel that a relation describes. */
export interface Run {
  relation: RouteRelation;
  from: string;
  to: string;
  circular: boolean;
  places: Place[];
  path: Position[];
  breaks: PathBreak[];
  waysInFile: number;
  waysTotal: number;
  hours: { first: string; last: string } | null;
  notes: string[];
}

/** The directions of a relation: one, or two where an old style relation marks its stops forward and backward. */
export function runsOf(relation: RouteRelation): Run[] {
  const bothWays = !relation.oneDirection && relation.stops.some((stop) => stop.side === "backward") && relation.stops.some((stop) => stop.side !== "backward");
  if (!bothWays) return [runOf(relation, relation.stops, mainWays(relation), terminalsOf(relation))];
  const { from, to } = terminalsOf(relation);
  const there = relation.stops.filter((stop) => stop.side !== "backward");
  const back = relation.stops.filter((stop) => stop.side !== "forward");
  const returning = [...relation.ways].reverse().map(turned);
  return [
    runOf(relation, ordered(there), relation.ways.filter((way) => way.side !== "backward"), { from, to }),
    facingStart(runOf(relation, ordered(back), returning.filter((way) => way.side !== "backward"), { from: to, to: from })),
  ];
}

function runOf(relation: RouteRelation, stops: RouteRelation["stops"], ways: RouteWay[], ends: { from: string; to: string }): Run {
  const places = placesOf(stops);
  const { path, breaks } = joinWays(ways);
  const first = places[0];
  const last = places.at(-1);
  const from = ends.from || first?.place?.name || "";
  const to = ends.to || last?.place?.name || "";
  const closed = places.length > 2 && first!.id === last!.id && first!.type === last!.type;
  const whole = ways.filter((way) => way.shape?.whole).length;
  const notes: string[] = [];
  if (!stops.length) notes.push("没有站点");
  if (!ways.length) notes.push("没有道路");
  const loose = breaks.filter((gap) => gap.reason === "not-connected").length;
  if (loose) notes.push(`路径有 ${loose} 处不相连`);
  return {
    relation,
    from,
    to,
    circular: relation.roundtrip || closed || (ends.from !== "" && ends.from === ends.to),
    places,
    path,
    breaks,
    waysInFile: whole,
    waysTotal: ways.length,
    hours: hoursOf(relation.openingHours),
    notes,
  };
}

/** A way marked for the other direction is none of this one's, unless the relation is one direction by itself. */
function mainWays({ oneDirection, ways }: RouteRelation): RouteWay[] {
  const forward = ways.some((way) => way.side === "forward");
  return oneDirection || !forward ? ways : ways.filter((way) => way.side !== "backward");
}

function turned(way: RouteWay): RouteWay {
  return { ...way, side: way.side === "forward" ? "backward" : way.side === "backward" ? "forward" : "" };
}

function ordered(stops: RouteRelation["stops"]): RouteRelation["stops"] {
  return stops.every((stop) => stop.order !== null) ? [...stops].sort((a, b) => a.order! - b.order!) : stops;
}

/** Turns the stops of the way back round where they are listed from the far end of its path. */
function facingStart(run: Run): Run {
  const [start, first, last] = [run.path[0], run.places[0]?.place, run.places.at(-1)?.place];
  if (!start || !first || !last) return run;
  const away = (place: { lng: number; lat: number }) => haversine(start[0], start[1], place.lng, place.lat);
  return away(last) < away(first) ? { ...run, places: [...run.places].reverse() } : run;
}
