import { unByKey } from "ol/Observable.js";
import type { Box } from "~/transit/geo/lng-lat";
import { toMercator } from "~/transit/geo/project";
import type { MapDot } from "./dot-marks";
import { drawText } from "./draw-text.client";
import { drawnLayer, inParts, pixelsOf } from "./drawn-layer.client";
import { overlap, type PlacedLabel, type Rect, textWidth } from "./labels";
import type { MapView } from "./map-view.client";
import { HALO, INK, LINE, OTHER_LINE } from "./road-style";
import { colourAt } from "./theme-colour.client";

interface MovingMarksOptions {
  /** Answers `{ marks: MapDot[] }` for the box appended to its query. */
  url: string;
  box: Box;
  /** Between two looks; 0 looks only when the map is moved. */
  seconds: number;
  say: (text: string) => void;
}

/** Marks that are looked for anew every few seconds and wherever the map is moved to; a click says what one is. */
export async function movingMarks(view: MapView, { url, box, seconds, say }: MovingMarksOptions): Promise<() => void> {
  const { map } = view;
  const colour = colourAt(view.target, LINE);
  let placed: readonly PlacedMark[] = [];
  const layer = drawnLayer({
    beyond: 64,
    zIndex: 5,
    *drawParts(pen, sight) {
      const marks = placed.map((mark) => ({ ...mark, pixels: pixelsOf(mark.place, sight) as [number, number] }));
      yield* inParts(marks, 150, ({ pixels, online, azimuth }) =>
        drawMark(pen, pixels, azimuth, online ? colour : OTHER_LINE),
      );
      yield;
      yield* inParts(labelsOf(marks), 20, ({ text, at }) =>
        drawText(pen, text, at, { size: SIZE, bold: true, colour: INK }),
      );
    },
  });
  map.addLayer(layer);
  view.home = () => view.fit(box);
  view.home();
  let asked = new AbortController();
  let chosen: string | undefined;
  let failures = 0;

  const look = async () => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const marks = await marksIn(url, view.shownBox(1), signal).catch(() => undefined);
    if (signal.aborted) return;
    // The page's own reload, taken back while it loads, ends the first request: one that fails alone is asked again at once.
    if (!marks) return ++failures === 1 ? void setTimeout(() => void look(), 500) : say(unanswered);
    failures = 0;
    placed = [...marks]
      .sort((a, b) => Number(a.online) - Number(b.online))
      .map((mark) => ({ ...mark, place: toMercator([mark.lng, mark.lat]) }));
    layer.changed();
    const known = marks.find(({ key }) => key === chosen);
    say(known ? known.title : marks.length === 0 ? "此范围内一天内没有车辆上报位置" : "");
  };
  const keys = [
    map.on("moveend", () => void look()),
    map.on("click", ({ coordinate }) => {
      const reach = REACH * map.getView().getResolution()!;
      const [x, y] = coordinate as [number, number];
      const hit = placed.findLast(({ place }) => Math.hypot(place[0]! - x, place[1]! - y) <= reach);
      chosen = hit?.key;
      say(hit?.title ?? "");
    }),
  ];
  const timer = seconds > 0 ? setInterval(() => document.hidden || void look(), seconds * 1000) : undefined;
  await look();
  return () => {
    asked.abort();
    clearInterval(timer);
    keys.forEach((key) => unByKey(key));
    map.removeLayer(layer);
  };
}

const unanswered = "暂时取不到车辆位置，稍后会再试";

async function marksIn(url: string, box: Box, signal: AbortSignal): Promise<MapDot[]> {
  const at = new URL(url, location.href);
  for (const [side, degrees] of Object.entries(box)) at.searchParams.set(side, (degrees as number).toFixed(6));
  const response = await fetch(at, { signal, headers: { accept: "application/json" } });
  if (!response.ok) throw new Error(`marks: ${response.status}`);
  return ((await response.json()) as { marks: MapDot[] }).marks;
}

type PlacedMark = MapDot & {
  place: number[];
};

/** Pixels around a mark by which it is clicked. */
const REACH = 12;

export function drawMark(
  pen: CanvasRenderingContext2D,
  [x, y]: [number, number],
  azimuth: number | null,
  colour: string,
) {
  pen.beginPath();
  if (azimuth === null) pen.arc(x, y, 6, 0, 7);
  else {
    const [sin, cos] = [Math.sin((azimuth * Math.PI) / 180), Math.cos((azimuth * Math.PI) / 180)];
    for (const [right, down] of ARROW) pen.lineTo(x + right * cos - down * sin, y + right * sin + down * cos);
    pen.closePath();
  }
  [pen.fillStyle, pen.strokeStyle, pen.lineWidth] = [colour, HALO, 1.5];
  pen.fill();
  pen.stroke();
}

const ARROW = [
  [0, -8.8],
  [5.5, 4.4],
  [-5.5, 4.4],
] as const;

/** Labels where no other one stands, those of marks on top first; in cells, so that thousands are looked through at once. */
function labelsOf(marks: readonly { label: string; pixels: [number, number] }[]): { text: string; at: PlacedLabel }[] {
  const taken = new Map<string, Rect[]>();
  return marks.toReversed().flatMap(({ label: text, pixels }) => {
    const [x, y] = pixels;
    const half = textWidth(text, SIZE) / 2 + 2;
    const rect: Rect = [x - half, y - 22, x + half, y - 8];
    const cells = cellsOf(rect);
    if (cells.some((cell) => taken.get(cell)?.some((other) => overlap(rect, other)))) return [];
    for (const cell of cells) taken.set(cell, [...(taken.get(cell) ?? []), rect]);
    return { text, at: { x, y: y - 11, anchor: "middle" } };
  });
}

const SIZE = 12;
const CELL = 80;

function cellsOf([left, top, right, bottom]: Rect): string[] {
  const cells: string[] = [];
  for (let x = Math.floor(left / CELL); x <= right / CELL; x++)
    for (let y = Math.floor(top / CELL); y <= bottom / CELL; y++) cells.push(`${x},${y}`);
  return cells;
}
