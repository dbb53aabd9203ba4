import { randomUUID } from "node:crypto";

/** A new record key: a UUIDv7 as 32 lower-case hex digits, so that keys sort by the time they were made. */
export function newKey(now = Date.now()): string {
  const random = randomUUID();
  return `${now.toString(16).padStart(12, "0")}7${random.slice(15, 18)}${random.slice(19, 23)}${random.slice(24)}`;
}

export const recordKeyPattern = /^[0-9a-f]{32}$/;
