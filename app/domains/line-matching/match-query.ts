import type { Via } from "~/domains/line-versions/schema";
import type { Query } from "~/domains/lines/urls";
import { type MatchSource, matchSources } from "~/domains/lines/match-sources";

/** What of a match a page's address says: nothing of it is stored before the path is taken. */
export interface MatchQuery {
  source?: MatchSource;
  /** undefined: the path's own. */
  vias?: Via[];
  /** Only these gaps; undefined: all. */
  gaps?: number[];
  keepFreeHand: boolean;
  gap: number | null;
}

/** Reads `?source=&vias=0,116.38,39.87;…&gaps=2,3&hand=0&gap=2`; what makes no sense counts as not said. */
export function readMatchQuery(search: URLSearchParams): MatchQuery {
  const source = matchSources.find(({ value }) => value === search.get("source"))?.value;
  const vias = search.has("vias") ? (search.get("vias") ?? "").split(";").flatMap(readVia) : undefined;
  const gaps = search
    .getAll("gaps")
    .flatMap((text) => text.split(","))
    .flatMap(readWhole);
  const [gap = null] = readWhole(search.get("gap") ?? "");
  return { source, vias, gaps: gaps.length > 0 ? gaps : undefined, keepFreeHand: search.get("hand") !== "0", gap };
}

export function matchQuery({ source, vias, gaps, keepFreeHand, gap }: MatchQuery): Query {
  return {
    source,
    vias: vias && (vias.map(({ gap: at, lng, lat }) => [at, lng, lat].join(",")).join(";") || "-"),
    gaps: gaps?.join(","),
    hand: keepFreeHand ? null : "0",
    gap: gap === null ? null : String(gap),
  };
}

function readVia(text: string): Via[] {
  const [gap, lng, lat] = text.split(",").map(Number);
  const fits = [gap, lng, lat].every((value) => Number.isFinite(value)) && text.split(",").length === 3;
  return fits && Number.isInteger(gap) && gap! >= 0 && gap! <= 498 && Math.abs(lng!) <= 180 && Math.abs(lat!) <= 90
    ? [{ gap: gap!, lng: lng!, lat: lat! }]
    : [];
}

function readWhole(text: string): number[] {
  return /^\d{1,3}$/.test(text) ? [Number(text)] : [];
}
