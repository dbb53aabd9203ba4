import { randomBytes } from "node:crypto";

/** A new record key: a UUIDv7 as 32 lower-case hex digits, so that keys sort by the time they were made. */
export function newKey(now = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  return bytes.toString("hex");
}

export const recordKeyPattern = /^[0-9a-f]{32}$/;
