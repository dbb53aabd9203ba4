import type { MemberType, OsmTags } from "./extract";
import type { RouteStop } from "./route-relation";

export type MemberMeaning =
  | ({ is: "stop" } & Pick<RouteStop, "kind" | "side" | "order" | "onRequest" | "boarding">)
  | { is: "way"; side: RouteStop["side"] }
  | { is: "other" };

/** What a member is to its bus route, by its role and, where the role says nothing, by its tags (undefined: not in the file). */
export function meaningOf(type: MemberType, role: string, tags: OsmTags | undefined): MemberMeaning {
  const words = role.toLowerCase().split(/[^a-z0-9]+/);
  const side = words.includes("forward") ? "forward" : words.includes("backward") ? "backward" : "";
  const hailed = role.startsWith("hail_and_ride");
  const kind = words.includes("platform")
    ? "platform"
    : words.includes("stop") || (hailed && type === "node")
      ? "stop"
      : undefined;
  if (kind || (type === "node" && isStopLike(role, side, tags)) || (type === "way" && isPlatform(tags))) {
    const boarding = words.includes("entry") ? "entry" : words.includes("exit") ? "exit" : "both";
    const onRequest = hailed || words.includes("request") || words.includes("demand");
    const order = Number(words.find((word) => /^\d{1,3}$/.test(word)) ?? NaN);
    return { is: "stop", kind: kind ?? "plain", side, order: Number.isNaN(order) ? null : order, onRequest, boarding };
  }
  if (type === "way" && (mainRoles.has(role) || side)) return { is: "way", side };
  return { is: "other" };
}

const mainRoles = new Set(["", "route", "main", "both", "street", "hail_and_ride", "link"]);

/** Old relations list their stops without a role; outside the file nothing else can be known of them. */
function isStopLike(role: string, side: string, tags: OsmTags | undefined): boolean {
  if (role && !side) return false;
  return !tags || tags.highway === "bus_stop" || tags.amenity === "bus_station" || "public_transport" in tags;
}

export function isPlatform(tags: OsmTags | undefined): boolean {
  return tags?.public_transport === "platform" || tags?.highway === "platform" || tags?.railway === "platform";
}
