import { randomInt, randomUUID } from "node:crypto";

const counts = 0x1000;
let last = { at: 0, count: 0 };

/**
 * A new record key: a UUIDv7 as 32 lower-case hex digits, so that keys sort by the time they were made, and those of one
 * millisecond by their order (RFC 9562, 6.2, method 1: the twelve bits after the version count).
 */
export function newKey(now = Date.now()): string {
  if (now > last.at) last = { at: now, count: randomInt(counts / 2) };
  else if (last.count + 1 < counts) last = { ...last, count: last.count + 1 };
  // So many in one millisecond, or a clock that was put back: the next millisecond is begun early.
  else last = { at: last.at + 1, count: 0 };
  const random = randomUUID();
  return `${hex(last.at, 12)}7${hex(last.count, 3)}${random.slice(19, 23)}${random.slice(24)}`;
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, "0");

export const recordKeyPattern = /^[0-9a-f]{32}$/;
