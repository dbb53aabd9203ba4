import { azimuthAt, type DrivenPath, drivenPath, placeAt, stationsAlong } from "./driven-path";
import type { LineDirection, LineInput, LineStation, Node } from "./model";
import { spaceNodes } from "./space-nodes";
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
