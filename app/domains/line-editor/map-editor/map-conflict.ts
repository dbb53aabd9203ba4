import type { Conflict } from "~/kit/ground/problem";
import { kilometresText, stationsInWords } from "~/domains/lines/labels";
import { metresOf } from "./line-cut";
import type { PathParts } from "./model";
import { partsText, type PathText } from "./plan-text";

/** A conflict as far as the map page's form goes: the rows of its direction and its path as text. `aside` goes along whatever is chosen. */
export function mapConflict(
  { original, mine, theirs, ...rest }: Conflict,
  direction: number,
  { seen, ...text }: PathText & { seen: string },
  aside: Record<string, unknown>,
): Conflict {
  const side = (fields: Record<string, unknown>, own?: PathText) => {
    const map = own ?? textOfPath(fields[`path${direction}`] as Partial<PathParts> | null);
    return { rows: map.path ? measuredRows(fields[`stations${direction}`]) : fields[`stations${direction}`], map };
  };
  return {
    ...rest,
    original: side(original),
    mine: { ...side(mine, { ...text, ...(text.moves.trim() && { seen }) }), ...aside },
    theirs: side(theirs),
  };
}

/** Along a path distances follow from it: of two paths each has its own, and nobody has to choose. */
const measuredRows = (rows: unknown) =>
  Array.isArray(rows) ? rows.map(({ distance: _distance, ...row }: Record<string, unknown>) => row) : rows;

function textOfPath(path: Partial<PathParts> | null): PathText {
  return {
    ...partsText({ points: path?.points ?? [], vias: path?.vias ?? [], freeHand: path?.freeHand ?? [] }),
    moves: "",
  };
}

export function pathOfSide({ map }: Record<string, unknown>): [number, number][] {
  const { path = "" } = (map ?? {}) as Partial<PathText>;
  return path
    .split(/\r\n|\r|\n/)
    .filter(Boolean)
    .map((line) => line.split(",").map(Number) as [number, number]);
}

export function mapSideInWords(name: string, value: unknown): string {
  if (name === "rows") return stationsInWords(value);
  const { vias = "", moves = "" } = (value ?? {}) as Partial<PathText>;
  const points = pathOfSide({ map: value });
  const count = (text: string) => text.split("\n").filter(Boolean).length;
  const path = points.length < 2 ? "没有路径" : `${kilometresText(metresOf(points) / 1000)}，${points.length} 个点`;
  return [path, vias && `${count(vias)} 个途经点`, moves && `移动 ${count(moves)} 个站点`].filter(Boolean).join("，");
}
