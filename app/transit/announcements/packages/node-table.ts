import type { CompiledNode } from "../model";
import { directions, events, nodeUses } from "../words";
import type { Cell, Heads, TableRow } from "./table";

type NodeColumn =
  | ("direction" | "serial" | "type" | "use" | "stationUid" | "name" | "lng" | "lat" | "azimuth" | "radius")
  | ("distance" | "limitSpeed" | "broadcast" | "report" | "stationSerial");

/** `type` is the event; a node made by hand has none. */
export const nodeHeads: Heads<NodeColumn> = {
  direction: "direction",
  serial: "serial",
  type: "type",
  use: "use",
  stationUid: "stationUid",
  name: "name",
  lng: "lng",
  lat: "lat",
  azimuth: "azimuth",
  radius: "radius",
  distance: "distance",
  limitSpeed: "limitSpeed",
  broadcast: "broadcast",
  report: "report",
  stationSerial: "stationSerial",
};

export function nodeRow(node: CompiledNode): Record<NodeColumn, Cell> {
  const { direction, serial, event, use, staUuid, staSerial, name, lng, lat, azimuth, radius, distance } = node;
  return {
    direction,
    serial,
    type: event,
    use,
    stationUid: staUuid,
    name,
    lng,
    lat,
    azimuth,
    radius,
    distance,
    limitSpeed: node.limitSpeed,
    broadcast: node.isBroadcast,
    report: node.isReport,
    stationSerial: staSerial,
  };
}

export function readNode(row: TableRow<NodeColumn>): CompiledNode {
  return {
    direction: row.oneOf("direction", directions),
    serial: row.number("serial"),
    event: row.text("type") === "" ? undefined : row.oneOf("type", events),
    use: row.oneOf("use", nodeUses),
    staUuid: row.text("stationUid") || undefined,
    staSerial: row.optionalNumber("stationSerial"),
    name: row.text("name"),
    lng: row.number("lng"),
    lat: row.number("lat"),
    azimuth: row.number("azimuth"),
    radius: row.number("radius"),
    distance: row.number("distance"),
    limitSpeed: row.optionalNumber("limitSpeed"),
    isBroadcast: row.flag("broadcast"),
    isReport: row.flag("report"),
    playlists: [],
    texts: [],
  };
}

export const readPathPoint = (row: TableRow<"lng" | "lat" | "distance">) => ({
  lng: row.number("lng"),
  lat: row.number("lat"),
  distance: row.number("distance"),
});
