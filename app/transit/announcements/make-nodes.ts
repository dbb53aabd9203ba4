import { azimuthAt, type DrivenPath, drivenPath, placeAt, stationsAlong } from "./driven-path";
import type { LineDirection, LineInput, LineStation, Node } from "./model";
import type { Event } from "./words";

/**
 * The arrival of each stop but the first and the departure of each but the last. An arrival is heard where the bus is
 * `inRadius` before the stop and its circle ends at the stop; a departure is heard `outRadius` behind it.
 */
export function makeNodes(line: LineInput): Node[] {
  return line.directions.flatMap(directionNodes);
}

function directionNodes(direction: LineDirection): Node[] {
  const { stations } = direction;
  if (stations.length < 2) return [];
  const path = drivenPath(direction);
  const nodes = spaceNodes(path, stationsAlong(path, direction), stations).map(({ station, isArrival, ...spot }) =>
    stationNode(path, direction, station, isArrival, spot),
  );
  return nodes.map((node, at) => ({ ...node, serial: at + 1 }));
}

function stationNode(
  path: DrivenPath,
  { direction, stations }: LineDirection,
  at: number,
  isArrival: boolean,
  { distance, radius }: { distance: number; radius: number },
): Node {
  const station = stations[at]!;
  return {
    nodeUuid: `${direction}-${at + 1}-${isArrival ? "in" : "out"}`,
    direction,
    serial: 0,
    use: isArrival ? 0 : 1,
    staUuid: station.staUuid,
    staSerial: at + 1,
    event: eventOf(stations, at, isArrival),
    name: nameOf(station),
    ...spotAt(path, distance),
    radius,
    limitSpeed: station.limitSpeed,
    isBroadcast: true,
    isReport: true,
    playlists: [],
    texts: [],
  };
}

/** The start of a line of two stops is a start before it is the last but one. */
function eventOf(stations: readonly LineStation[], at: number, isArrival: boolean): Event {
  if (isArrival) return at === stations.length - 1 ? 5 : 2;
  if (at === 0) return 1;
  return at === stations.length - 2 ? 4 : 3;
}

function nameOf({ names, code }: LineStation): string {
  return names.zh ?? Object.values(names)[0] ?? code;
}

/** Place and azimuth so many metres along the path, rounded as files hold them. */
export function spotAt(path: DrivenPath, distance: number): Pick<Node, "lng" | "lat" | "azimuth" | "distance"> {
  const [lng, lat] = placeAt(path, distance);
  return {
    lng: round(lng, 1e6),
    lat: round(lat, 1e6),
    azimuth: Math.round(azimuthAt(path, distance)) % 360,
    distance: round(distance, 10),
  };
}

function round(value: number, parts: number): number {
  return Math.round(value * parts) / parts;
}

interface Spot {
  station: number;
  isArrival: boolean;
  distance: number;
  radius: number;
}

/** Metres: a smaller circle is passed between two positions of a second, or missed by their error. */
const surestRadius = 30;
/** Metres between the places where two announcements begin, three seconds of driving. */
const apart = 25;

/** Where stops stand close, both announcements of a gap begin nearer to their stops; the circles keep their size. */
function spaceNodes(path: DrivenPath, along: readonly number[], stations: readonly LineStation[]): Spot[] {
  const spots: Spot[] = [];
  for (let station = 0; station + 1 < stations.length; station++) {
    const [from, to] = [along[station]!, along[station + 1]!];
    const [lead, ahead] = [stations[station]!.outRadius, stations[station + 1]!.inRadius];
    const share = Math.min(1, (to - from - Math.min(apart, (to - from) / 3)) / (lead + ahead));
    const radius = Math.max(surestRadius, Math.floor((ahead * share) / 2));
    spots.push(
      { station, isArrival: false, radius: surestRadius, distance: from + lead * share + surestRadius },
      { station: station + 1, isArrival: true, radius, distance: to - ahead * share + radius },
    );
  }
  return keepApart(spots, path.length);
}

/** Distances rise by at least half a metre and stay on the path. */
function keepApart(spots: Spot[], length: number): Spot[] {
  const step = 0.5;
  for (let at = 1; at < spots.length; at++)
    spots[at]!.distance = Math.max(spots[at]!.distance, spots[at - 1]!.distance + step);
  let most = length;
  for (let at = spots.length - 1; at >= 0; at--) {
    spots[at]!.distance = Math.max(0, Math.min(spots[at]!.distance, most));
    most = spots[at]!.distance - step;
  }
  return spots;
}
