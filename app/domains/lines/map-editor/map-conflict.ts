import type { Conflict } from "~/kernel/http/problem";
import { kilometresText, stationsInWords } from "../labels";
import { metresOf } from "./line-cut";
import type { PathParts } from "./model";
import { partsText, type PathText } from "./plan-text";

/** A conflict as far as the map page's form goes: the rows of its direction and its path as text. */
export function mapConflict({ original, mine, theirs, ...rest }: Conflict, direction: number, mineText: PathText & { seen: string }): Conflict {
  const side = (fields: Record<string, unknown>, text?: PathText) => ({
    rows: fields[`stations${direction}`],
    map: text ?? textOfPath(fields[`path${direction}`] as Partial<PathParts> | null),
  });
  return { ...rest, original: side(original), mine: side(mine, mineText), theirs: side(theirs) };
}

function textOfPath(path: Partial<PathParts> | null): PathText {
  return { ...partsText({ points: path?.points ?? [], vias: path?.vias ?? [], freeHand: path?.freeHand ?? [] }), moves: "" };
}

/** A side of the conflict in words. */
export function mapSideInWords(name: string, value: unknown): string {
  if (name === "rows") return stationsInWords(value);
  const { path = "", vias = "", moves = "" } = (value ?? {}) as Partial<PathText>;
  const points = path.split("\n").filter(Boolean).map((line) => line.split(",").map(Number) as [number, number]);
  const count = (text: string) => text.split("\n").filter(Boolean).length;
  if (points.length < 2) return "（没有路径）";
  return [kilometresText(metresOf(points) / 1000), `${points.length} 个点`, vias && `${count(vias)} 个途经点`, moves && `移动 ${count(moves)} 个站点`].filter(Boolean).join("，");
}
