/** The calm base under lines and stations, the same for SVG, canvas and tiles. */
export const GROUND = "#e9ece6";
export const ROAD_NAME = "#5c6670";
export const HALO = "#ffffff";
/** The person's theme colour; every use has a dark casing, because some themes are as pale as the ground. */
export const LINE = "var(--accent, #1a6fc4)";
export const CASING = "#24405c";
export const OTHER_LINE = "#8fa3b5";
export const BREAK = "#d92d20";
export const DOUBTFUL = "#c77700";
export const HIGHLIGHT = "#e8590c";
export const INK = "#1f2933";

export interface RoadStroke {
  color: string;
  width: number;
}

/** The strokes of a road at a web map zoom, widths in pixels: all casings are drawn before all fills. */
export function roadStrokes(rank: number, zoom: number): { casing?: RoadStroke; fill?: RoadStroke } {
  const { fill, casing, width } = ROADS[rank] ?? ROADS[6]!;
  const wide = Math.round(Math.max(0.9, width * 1.32 ** (zoom - 15)) * 10) / 10;
  if (zoom < 11.5) return { fill: { color: rank <= 2 ? casing : FAR, width: Math.max(1, wide) } };
  if (zoom < CASED_FROM[Math.min(rank, 6)]!)
    return { fill: { color: zoom < 13 && rank > 2 ? MIDDLE : fill, width: Math.max(1.3, wide) } };
  return { casing: { color: casing, width: wide + 1.2 }, fill: { color: fill, width: wide } };
}

const FAR = "#c3c9c4";
const MIDDLE = "#bac1bc";
const CASED_FROM = [0, 0, 0, 12.5, 13.5, 14.7, 15];

/** Widths are pixels at zoom 15; they grow by about a third per zoom. */
const ROADS: readonly { fill: string; casing: string; width: number }[] = [
  { fill: "#f9cf8e", casing: "#bd8a3c", width: 6 },
  { fill: "#fbdfa5", casing: "#c29b4c", width: 5.5 },
  { fill: "#fdebbd", casing: "#bfa25c", width: 5 },
  { fill: "#fffaf0", casing: "#aaa693", width: 4.5 },
  { fill: "#ffffff", casing: "#969fa5", width: 3.5 },
  { fill: "#ffffff", casing: "#a4acb1", width: 2.5 },
  { fill: "#ffffff", casing: "#adb5b9", width: 1.6 },
];
