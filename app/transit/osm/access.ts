import type { OsmTags } from "./extract";

export type RoadSkip =
  "not-a-road" | "not-for-buses" | "not-built" | "area" | "no-access" | "parking" | "short-driveway" | "outside-file";

export const roadSkipLabels: Record<RoadSkip, string> = {
  "not-a-road": "不是道路",
  "not-for-buses": "步道、自行车道等公交不能走的道路",
  "not-built": "在建、规划或已废弃",
  area: "广场等面状道路",
  "no-access": "禁止公交通行",
  parking: "停车场通道、应急通道等",
  "short-driveway": "门前车道（尽头，不足 100 米）",
  "outside-file": "在文件范围之外",
};

export interface BusDirections {
  forward: boolean;
  backward: boolean;
}

/** In which directions of its nodes a bus may drive a way, or why it may not. */
export function busDirections(tags: OsmTags): BusDirections | RoadSkip {
  const highway = tags.highway;
  if (!highway || roadside.has(highway)) return "not-a-road";
  if (/^(construction|proposed|planned|abandoned|disused|razed|demolished)$/.test(highway)) return "not-built";
  if (tags.area === "yes") return "area";
  const invited = permitted(tags.bus) || permitted(tags.psv);
  if (!always.has(highway) && !(onInvitation.has(highway) && invited)) return "not-for-buses";
  const open = { forward: mayUse(tags, highway, "forward"), backward: mayUse(tags, highway, "backward") };
  if (!open.forward && !open.backward) return "no-access";
  if (highway === "service" && never.has(tags.service ?? "") && !invited) return "parking";
  const flow = flowOf(tags);
  const directions = { forward: open.forward && flow.forward, backward: open.backward && flow.backward };
  return directions.forward || directions.backward ? directions : "no-access";
}

/** The class of a way that looks like a road and is closed to buses, so that a path may have to end at it; undefined for any other. */
export function closedClass(tags: OsmTags): string | undefined {
  const highway = tags.highway ?? "";
  const isBuilt = highway === "construction" && always.has(tags.construction ?? "") && tags.construction !== "service";
  if (isBuilt) return highway;
  const isStreet = highway === "pedestrian" || (always.has(highway) && !(highway === "service" && tags.service));
  const reason = busDirections(tags);
  return isStreet && (reason === "no-access" || (reason === "not-for-buses" && highway === "pedestrian"))
    ? highway
    : undefined;
}

const always = new Set([
  ...["motorway", "trunk", "primary", "secondary", "tertiary"].flatMap((value) => [value, `${value}_link`]),
  "unclassified",
  "residential",
  "living_street",
  "service",
  "road",
  "busway",
  "bus_guideway",
]);
const onInvitation = new Set(["pedestrian", "track", "footway", "cycleway", "path", "bridleway"]);
const roadside = new Set([
  "platform",
  "bus_stop",
  "rest_area",
  "services",
  "elevator",
  "corridor",
  "crossing",
  "street_lamp",
  "traffic_signals",
]);
const never = new Set(["parking_aisle", "drive-through", "emergency_access"]);

/** The `highway` value, or `driveway` for what leads to a door: a bus goes there only for a stop. */
export function roadClassOf(tags: OsmTags): string {
  const leadsToDoor = tags.highway === "service" && tags.service === "driveway";
  return leadsToDoor && !permitted(tags.bus) && !permitted(tags.psv) ? "driveway" : tags.highway!;
}

const through = new Set(["trunk", "primary", "secondary", "tertiary"].flatMap((value) => [value, `${value}_link`]));

const permitted = (value: string | undefined) =>
  value !== undefined && /^(yes|designated|official|permissive|destination|customers|public)$/.test(value);
const refused = (value: string | undefined) =>
  value !== undefined &&
  /^(no|private|residents|permit|delivery|agricultural|forestry|military|emergency|employees|staff)$/.test(value);

/**
 * The most particular key that says yes or no decides: bus before psv before motor_vehicle before vehicle before access. A through
 * road closed to motor vehicles without a word on buses is taken as closed to the others: buses are what such streets are kept for.
 */
function mayUse(tags: OsmTags, highway: string, direction: "forward" | "backward"): boolean {
  const others =
    tags.motor_vehicle === "no" && through.has(highway)
      ? ["vehicle", "access"]
      : ["motor_vehicle", "vehicle", "access"];
  const busway = highway === "busway" || highway === "bus_guideway";
  for (const key of ["bus", "psv", ...(busway ? [] : others)]) {
    for (const value of [tags[`${key}:${direction}`], tags[key]]) {
      if (permitted(value)) return true;
      if (refused(value)) return false;
    }
  }
  return true;
}

/** The one-way rule as it binds buses: their own exception first, then lanes against the traffic. */
function flowOf(tags: OsmTags): BusDirections {
  const own = tags["oneway:bus"] ?? tags["oneway:psv"];
  const rule = own ?? tags["oneway:motor_vehicle"] ?? tags["oneway:vehicle"] ?? tags.oneway ?? impliedOneway(tags);
  const withNodes = rule === "yes" || rule === "true" || rule === "1";
  const againstNodes = rule === "-1" || rule === "reverse";
  if (!withNodes && !againstNodes) return { forward: true, backward: true };
  const back = own === undefined && hasContraflow(tags, withNodes ? "backward" : "forward");
  return { forward: withNodes || back, backward: againstNodes || back };
}

const impliedOneway = (tags: OsmTags) =>
  tags.highway === "motorway" || tags.junction === "roundabout" || tags.junction === "circular" ? "yes" : "no";

function hasContraflow(tags: OsmTags, direction: "forward" | "backward"): boolean {
  const opposite = ["busway", "busway:left", "busway:right", "busway:both"].some((key) =>
    /^opposite(_lane|_track)?$/.test(tags[key] ?? ""),
  );
  if (opposite) return true;
  return ["bus", "psv"].some(
    (key) =>
      Number(tags[`lanes:${key}:${direction}`] ?? 0) >= 1 ||
      permitted(tags[`${key}:${direction}`]) ||
      /(^|\|)(designated|yes|official)(\||$)/.test(tags[`${key}:lanes:${direction}`] ?? ""),
  );
}
