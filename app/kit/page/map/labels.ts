/** A text wanted beside a circle, in pixels; earlier ones in the list win the better places. */
export interface LabelWish {
  x: number;
  y: number;
  /** Radius of the circle the text stands beside. */
  radius: number;
  text: string;
  fontSize: number;
  /** Rather no text than one on more soft points than this. */
  most?: number;
}

/** Where a text stands: its anchor on the baseline. */
export interface PlacedLabel {
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
}

/** A rectangle in pixels: left, top, right, bottom. */
export type Rect = readonly [number, number, number, number];

/** One of eight places around each circle, off `taken` (which grows) and on the fewest `soft` points; else null. */
export function placeLabels(
  wishes: readonly LabelWish[],
  size: { width: number; height: number },
  taken: Rect[],
  soft: readonly number[],
): (PlacedLabel | null)[] {
  return wishes.map((wish) => {
    let best: { label: PlacedLabel; rect: Rect; cost: number } | null = null;
    for (const [order, candidate] of candidates(wish).entries()) {
      const { rect } = candidate;
      if (rect[0] < 2 || rect[1] < 2 || rect[2] > size.width - 2 || rect[3] > size.height - 2) continue;
      if (taken.some((other) => overlap(rect, other))) continue;
      const covered = pointsInside(grown(rect, LINE_HALF), soft);
      const cost = order + 8 * covered;
      if (covered <= (wish.most ?? Infinity) && (!best || cost < best.cost)) best = { ...candidate, cost };
    }
    if (!best) return null;
    taken.push(best.rect);
    return best.label;
  });
}

/** Pixels a text is wide: a Chinese character is as wide as the font is high, a Latin one little more than half of it. */
export function textWidth(text: string, fontSize: number): number {
  let units = 0;
  for (const character of text) units += character.codePointAt(0)! > 0x2e7f ? 1 : 0.58;
  return units * fontSize;
}

/** A name as a map has room for it; the whole one stands in its title and in the list beside it. */
export const shortLabel = (label: string) => (label.length > 16 ? `${label.slice(0, 15)}…` : label);

export function overlap(a: Rect, b: Rect): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** Half the width of a drawn line. */
const LINE_HALF = 4;

function grown([left, top, right, bottom]: Rect, by: number): Rect {
  return [left - by, top - by, right + by, bottom + by];
}

function candidates({ x, y, radius, text, fontSize }: LabelWish): { label: PlacedLabel; rect: Rect }[] {
  const width = textWidth(text, fontSize);
  const gap = radius + 3;
  const aside = radius + 2;
  const slant = radius * 0.7 + 2;
  const rise = fontSize * 0.36;
  const at = (dx: number, dy: number, anchor: PlacedLabel["anchor"]) => {
    const [left, middle] = [x + dx - (anchor === "end" ? width : anchor === "middle" ? width / 2 : 0), y + dy];
    const rect: Rect = [left - 1, middle - fontSize * 0.6, left + width + 1, middle + fontSize * 0.6];
    return { label: { x: x + dx, y: middle + rise, anchor }, rect };
  };
  const half = fontSize * 0.6;
  return [
    at(gap, 0, "start"),
    at(-gap, 0, "end"),
    at(aside, -slant - half * 0.6, "start"),
    at(aside, slant + half * 0.6, "start"),
    at(-aside, -slant - half * 0.6, "end"),
    at(-aside, slant + half * 0.6, "end"),
    at(0, -gap - half, "middle"),
    at(0, gap + half, "middle"),
  ];
}

export function pointsInside([left, top, right, bottom]: Rect, flat: readonly number[]): number {
  let count = 0;
  for (let i = 0; i + 1 < flat.length; i += 2) {
    const [x, y] = [flat[i]!, flat[i + 1]!];
    if (x > left && x < right && y > top && y < bottom) count++;
  }
  return count;
}
