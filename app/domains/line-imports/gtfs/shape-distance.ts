import type { NetworkDirection } from "../network/network.server";
import { distanceBetween, type LngLat } from "~/transit/geo/lng-lat";

const rounded = (kilometres: number) => Number(kilometres.toFixed(4));

/** Kilometres from the first point of a path to each; no two points share one, as the format wants. */
export function alongPath(path: readonly LngLat[]): number[] {
  let along = 0;
  return path.map((point, at) => {
    if (at > 0) along = rounded(along + Math.max(0.0001, distanceBetween(path[at - 1]!, point) / 1000));
    return along;
  });
}

/** The kept kilometres of every call on the scale of `alongPath`; null where they are missing, do not increase or leave the path. */
export function alongOf({ calls, path }: Pick<NetworkDirection, "calls" | "path">): number[] | null {
  const most = path.length < 2 ? 0 : alongPath(path).at(-1)!;
  const along = calls.map(({ distance }) =>
    distance === null || distance > most + 0.05 ? null : Math.min(distance, most),
  );
  return along.every((one, at): one is number => one !== null && (at === 0 || one > along[at - 1]!)) ? along : null;
}
