import type { NetworkCall } from "../network/network.server";
import { distanceBetween } from "~/transit/geo/lng-lat";

/** Roads are this much longer than the straight line between two stops, where nothing better is known. */
const detour = 1.3;

/** Seconds from the first station to each: as kept where every station has them, else by distance at a speed (km/h) that includes the stops, stretched between those that are kept. */
export function secondsOf(calls: readonly NetworkCall[], speed: number): { seconds: number[]; known: boolean } {
  const kept = calls.map(({ duration }, at) => (at === 0 ? 0 : duration));
  const driven = drivenSeconds(calls, speed);
  const seconds: number[] = [];
  let mark = 0;
  calls.forEach((_, at) => {
    const next = kept.findIndex((one, later) => later >= at && one !== null && later > mark && one > seconds[mark]!);
    const stretch = next < 0 ? 1 : (kept[next]! - seconds[mark]!) / Math.max(1, driven[next]! - driven[mark]!);
    const found = at === 0 ? 0 : Math.round(seconds[mark]! + (driven[at]! - driven[mark]!) * stretch);
    // Two calls never share a second: the format wants them in order.
    seconds.push(at === 0 ? 0 : Math.max(seconds[at - 1]! + 1, found));
    if (next === at) mark = at;
  });
  return { seconds, known: kept.every((one, at) => one !== null && one === seconds[at]) };
}

function drivenSeconds(calls: readonly NetworkCall[], speed: number): number[] {
  let along = 0;
  return calls.map((call, at) => {
    if (at > 0) along += metresBetween(calls[at - 1]!, call);
    return (along * 3.6) / speed;
  });
}

function metresBetween(a: NetworkCall, b: NetworkCall): number {
  if (a.distance !== null && b.distance !== null && b.distance > a.distance) return (b.distance - a.distance) * 1000;
  return distanceBetween([a.lng, a.lat], [b.lng, b.lat]) * detour;
}

export function secondsOfDay(time: string): number {
  const [hours = 0, minutes = 0, rest = 0] = time.split(":").map(Number);
  return hours * 3600 + minutes * 60 + rest;
}

/** Seconds as HH:MM:SS; hours go on past midnight. */
export function gtfsTime(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

/** Minutes between two departures from what people write: 10, 8-12分钟; null where it holds no number. */
export function headwayMinutes(text: string | null): number | null {
  const numbers =
    (text ?? "")
      .match(/\d+(\.\d+)?/g)
      ?.slice(0, 2)
      .map(Number) ?? [];
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return mean > 0 && mean <= 1440 ? mean : null;
}

export function yearAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return new Date(date.getTime() - 86_400_000).toISOString().slice(0, 10);
}
