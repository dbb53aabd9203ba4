import { createHash } from "node:crypto";
import type { LngLat } from "~/transit/geo/lng-lat";

/** Tells stops without a number apart by name and place, the same at every reading; fits a station's number. */
export function stopKey(prefix: string, name: string, [lng, lat]: LngLat): string {
  return `${prefix}${short(`${name}|${lng}|${lat}`)}`;
}

/** A format's own id behind its mark; ids that a station's number has no room for are replaced by their digest. */
export function idKey(prefix: string, id: string): string {
  return /^[\w.-]+$/.test(id) && prefix.length + id.length <= 20 ? `${prefix}${id}` : `${prefix}${short(id)}`;
}

function short(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
