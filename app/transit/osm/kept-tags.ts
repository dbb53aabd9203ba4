import type { OsmTags } from "./extract";
import { truncate } from "./text";

/** Tags that say what a stop is. */
export const nodeTagKeys = new Set([
  "name",
  "name:zh",
  "name:en",
  "official_name",
  "ref",
  "local_ref",
  "highway",
  "public_transport",
  "amenity",
  "railway",
  "subway",
  "tram",
  "train",
  "bus",
  "trolleybus",
  "shelter",
  "bench",
]);

/** Tags that say where a bus may drive; keys with a suffix (`oneway:bus`) go with their first part. */
export const wayTagKeys = new Set([
  ...nodeTagKeys,
  "area",
  "service",
  "junction",
  "maxspeed",
  "route",
  "access",
  "vehicle",
  "motor_vehicle",
  "psv",
  "oneway",
  "busway",
  "lanes",
  "construction",
]);

/** The wanted tags, all of them where no keys are given, without control characters. */
export function keptTags(tags: OsmTags, keys?: ReadonlySet<string>): OsmTags {
  const kept: Record<string, string> = {};
  for (const key of Object.keys(tags))
    if (!keys || keys.has(key) || (keys === wayTagKeys && keys.has(key.split(":", 1)[0]!)))
      kept[key] = printable(tags[key]!);
  return kept;
}

/** Text that a database and a page can hold; OSM itself allows 255 characters. */
function printable(value: string): string {
  const text = truncate(value, 1_000);
  return /\p{Cc}/u.test(text) ? text.replace(/[\t\n\r]+/g, " ").replace(/\p{Cc}/gu, "") : text;
}

/** Whether a node's or way's tags say that buses stop there. */
export function isStop(tags: OsmTags): boolean {
  if (tags.highway === "bus_stop" || tags.amenity === "bus_station") return true;
  return tags.public_transport !== undefined && (yes(tags.bus) || yes(tags.trolleybus));
}

const yes = (value: string | undefined) => value !== undefined && value !== "no";

export function isKeptNode(tags: OsmTags): boolean {
  return isStop(tags) || "name" in tags || "name:zh" in tags || "public_transport" in tags;
}

export function isKeptWay(tags: OsmTags): boolean {
  const platform = tags.railway === "platform" || tags.amenity === "bus_station";
  return "highway" in tags || "public_transport" in tags || platform || tags.route === "ferry";
}

export function isRestriction(tags: OsmTags): boolean {
  return /^restriction(:|$)/.test(tags.type ?? "");
}

/** Why a relation is not ours, or undefined for bus routes, their masters, stop areas and rules of turning. */
export function otherKind(tags: OsmTags): string | undefined {
  const kind = tags.type ?? "";
  if (isRestriction(tags)) return undefined;
  if (kind === "public_transport") return tags.public_transport === "stop_area" ? undefined : "type=public_transport";
  if (kind !== "route" && kind !== "route_master") return kind ? `type=${kind.slice(0, 40)}` : "no type";
  const mode = tags[kind] ?? "";
  if (/(^|[;,]\s*)(bus|trolleybus)(\s*[;,]|$)/.test(mode)) return undefined;
  return mode ? `${kind}=${mode.slice(0, 40)}` : `${kind} without mode`;
}
