import type { LngLat } from "~/transit/geo/lng-lat";
import { ask } from "./ask.client";
import type { KnownPlace } from "./model";

export interface Offer {
  at: LngLat;
  stations: KnownPlace[];
}

/** Looks for the stations near a place, the latest one asked for. */
export function offerStations(url: string, report: (found: { offered?: Offer; note: string }) => void) {
  let asking = new AbortController();
  return {
    async at(at: LngLat) {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      report({ note: "正在查找附近的站点…" });
      try {
        const { stations } = await ask<{ stations: KnownPlace[] }>(
          `${url}?of=near&lng=${at[0].toFixed(6)}&lat=${at[1].toFixed(6)}`,
          signal,
        );
        if (!signal.aborted)
          report({ offered: { at, stations }, note: stations.length > 0 ? "" : "300 米内没有站点，可以新增" });
      } catch (error) {
        if (!signal.aborted) report({ note: `没有查到附近的站点：${(error as Error).message}` });
      }
    },
    dispose: () => asking.abort(),
  };
}
