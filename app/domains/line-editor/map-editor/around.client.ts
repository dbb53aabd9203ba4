import { manyPoints } from "~/kit/page/map/many-points.client";
import type { MapView } from "~/kit/page/map/map-view.client";
import { pathPieces } from "~/kit/page/map/path-pieces.client";
import { OTHER_LINE } from "~/kit/page/map/road-style";
import { type Box, isInBox } from "~/transit/geo/lng-lat";
import { ask } from "./ask.client";

export type AroundKind = "stations" | "lines";

interface Answers {
  stations: { places: number[]; more: boolean };
  lines: { lines: { lineName: string; path: number[] }[]; more: boolean };
}

/** The network's stations and the lines nearby, fetched for the map's box and somewhat more while they are shown. */
export function showAround(view: MapView, url: string, say: (words: string) => void) {
  const points = manyPoints(view, "#5b6b7b", 1);
  const lines = pathPieces(view, OTHER_LINE, 2);
  const shown: Record<AroundKind, boolean> = { stations: false, lines: false };
  const fetched: Record<AroundKind, Box | null> = { stations: null, lines: null };
  let asking = new AbortController();

  async function load(kind: AroundKind, signal: AbortSignal) {
    const box = view.shownBox(1.6);
    const query = new URLSearchParams({ of: kind });
    for (const [side, degrees] of Object.entries(box)) query.set(side, String(degrees));
    try {
      const answer = await ask<Answers[typeof kind]>(`${url}?${query}`, signal);
      fetched[kind] = box;
      if ("places" in answer) points.show(answer.places);
      else
        lines.show(
          answer.lines.map(({ path }) => ({
            key: path,
            look: "aside",
            chosen: false,
            line: Array.from(
              { length: path.length / 2 },
              (_, i) => [path[2 * i]! / 1e6, path[2 * i + 1]! / 1e6] as const,
            ),
          })),
        );
      if (answer.more)
        say(
          kind === "stations"
            ? "站点太多，图上只显示 20000 个，请放大地图"
            : "附近线路太多，图上只显示 40 条，请放大地图",
        );
    } catch (error) {
      if (!signal.aborted) say(`${kind === "stations" ? "网络站点" : "附近线路"}没有取到：${(error as Error).message}`);
    }
  }
  const refresh = () => {
    const missing = (["stations", "lines"] as const).filter(
      (kind) => shown[kind] && !covers(fetched[kind], view.shownBox(1)),
    );
    if (missing.length === 0) return;
    asking.abort();
    asking = new AbortController();
    for (const kind of missing) void load(kind, asking.signal);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, 250);
  };
  view.map.on("moveend", moved);
  return {
    toggle(kind: AroundKind, on: boolean) {
      shown[kind] = on;
      if (kind === "stations") points.visible(on);
      else if (!on) {
        lines.show([]);
        fetched.lines = null;
      }
      refresh();
    },
    dispose() {
      view.map.un("moveend", moved);
      clearTimeout(timer);
      asking.abort();
      points.dispose();
      lines.dispose();
    },
  };
}

const covers = (box: Box | null, { minLng, minLat, maxLng, maxLat }: Box) =>
  box !== null && isInBox([minLng, minLat], box) && isInBox([maxLng, maxLat], box);
