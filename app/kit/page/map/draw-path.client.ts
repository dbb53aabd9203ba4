import type { FlatLine } from "~/transit/geo/simplify";
import { chevronsAlong } from "./arrows";
import { CASING, HALO } from "./road-style";

export interface PathStroke {
  colour: string;
  width: number;
  dash?: number[];
}

/** Strokes lines in pixels, one over the other. */
export function strokePaths(pen: CanvasRenderingContext2D, lines: readonly FlatLine[], strokes: readonly PathStroke[]) {
  pen.lineCap = pen.lineJoin = "round";
  pen.beginPath();
  for (const line of lines) {
    pen.moveTo(line[0]!, line[1]!);
    for (let i = 2; i < line.length; i += 2) pen.lineTo(line[i]!, line[i + 1]!);
  }
  for (const { colour, width, dash = [] } of strokes) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.setLineDash(dash);
    pen.stroke();
  }
  pen.setLineDash([]);
}

/** How the path of a line stands out from any ground. */
export const pathStrokes = (colour: string): PathStroke[] => [
  { colour: HALO, width: 9 },
  { colour: CASING, width: 6.5 },
  { colour, width: 5 },
];

export function drawArrows(pen: CanvasRenderingContext2D, line: FlatLine) {
  strokePaths(pen, chevronsAlong(line, 72, 3), [{ colour: HALO, width: 1.8 }]);
}
