import type { NetworkCall } from "~/domains/lines/queries.server";
import { distanceBetween } from "~/kernel/map/lng-lat";

/** Roads are this much longer than the straight line between two stops, where nothing better is known. */
const detour = 1.3;

/** Seconds from the first station to each: as kept where every station has them, else by distance at a speed (km/h) that includes the stops. */
export function secondsOf(calls: readonly NetworkCall[], speed: number): { seconds: number[]; known: boolean } {
  const kept = calls.map(({ duration }, at) => (at === 0 ? 0 : duration));
  if (kept.every((one, at): one is number => one !== null && (at === 0 || one > kept[at - 1]!))) return { seconds: kept, known: true };
  const seconds: number[] = [];
  let along = 0;
  calls.forEach((call, at) => {
    const before = calls[at - 1];
    if (before) along += metresBetween(before, call);
    // Two calls never share a second: the format wants them in order.
    seconds.push(Math.max(at === 0 ? 0 : seconds[at - 1]! + 1, Math.round((along * 3.6) / speed)));
  });
  return { seconds, known: false };
}

function metresBetween(a: NetworkCall, b: NetworkCall): number {
  if (a.distance !== null && b.distance !== null && b.distance > a.distance) return (b.distance - a.distance) * 1000;
  return distanceBetween([a.lng, a.lat], [b.lng, b.lat]) * detour;
}

/** 05:30 as seconds of the day. */
export function secondsOfDay(time: string): number {
  const [hours = 0, minutes = 0, rest = 0] = time.split(":").map(Number);
  return hours * 3600 + minutes * 60 + rest;
}

/** Seconds as HH:MM:SS; hours go on past midnight. */
export function gtfsTime(seconds: number): string {
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Minutes between two departures from what people write: 10, 8-12分钟; null where it holds no number. */
export function headwayMinutes(text: string | null): number | null {
  const numbers = (text ?? "").match(/\d+(\.\d+)?/g)?.slice(0, 2).map(Number) ?? [];
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return mean > 0 && mean <= 1440 ? mean : null;
}

/** The last day of the year that begins with a day. */
export function yearAfter(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return new Date(date.getTime() - 86_400_000).toISOString().slice(0, 10);
}
