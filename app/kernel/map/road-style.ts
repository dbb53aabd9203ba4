/** The calm base under lines and stations, the same for SVG, canvas and tiles. */
export const GROUND = "#eff1ed";
export const ROAD_NAME = "#5c6670";
export const HALO = "#ffffff";
/** The person's theme colour; every use has a dark casing, because some themes are as pale as the ground. */
export const LINE = "var(--mantine-color-brand-7, #1a6fc4)";
export const CASING = "#24405c";
export const OTHER_LINE = "#8fa3b5";
export const BREAK = "#d92d20";
export const HIGHLIGHT = "#e8590c";
export const INK = "#1f2933";

/** Fill and casing of each road rank; widths are pixels at zoom 15. */
export const ROADS: readonly { fill: string; casing: string; width: number }[] = [
  { fill: "#f9cf8e", casing: "#bd8a3c", width: 6 },
  { fill: "#fbdfa5", casing: "#c29b4c", width: 5.5 },
  { fill: "#fdebbd", casing: "#bfa25c", width: 5 },
  { fill: "#fffaf0", casing: "#aaa693", width: 4.5 },
  { fill: "#ffffff", casing: "#a3abb0", width: 3.5 },
  { fill: "#ffffff", casing: "#b4bbbf", width: 2.5 },
  { fill: "#ffffff", casing: "#c3c9cc", width: 1.6 },
];

/** Pixels wide at a zoom; roads grow by about a third per zoom step and never vanish. */
export function roadWidth(rank: number, zoom: number): number {
  const width = ROADS[Math.min(rank, ROADS.length - 1)]!.width * 1.32 ** (zoom - 15);
  return Math.round(Math.max(0.8, width) * 10) / 10;
}
