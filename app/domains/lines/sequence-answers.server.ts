import type { Conflict } from "~/kit/ground/problem";
import type { Direction } from "./directions";
import { oppositesOf } from "./opposites.server";
import type { DirectionDetail } from "./schema";
import { mirrored, type TypedRow, typedRows } from "./sequence-form";
import type { GoneVersion } from "./versions/gone.server";

export function otherOf(directions: readonly DirectionDetail[], one: DirectionDetail) {
  const other = directions.find((each) => each !== one && each.stationList.length > 0);
  return other ? other.directionName : null;
}

export const calledIn = (directions: readonly DirectionDetail[]) =>
  directions.flatMap(({ stationList }) => stationList.map(({ staUuid }) => staUuid));

export async function mirrorOf([other]: readonly DirectionDetail[], direction: Direction): Promise<TypedRow[]> {
  const stationList = other?.stationList ?? [];
  return mirrored(typedRows(stationList), await oppositesOf(stationList.map(({ staUuid }) => staUuid)), direction);
}

/** The conflict as far as this page's form goes: the rows of its direction. */
export function conflictOf(
  { original, mine, theirs, ...rest }: Conflict,
  direction: Direction,
  gone: GoneVersion | null,
) {
  const rows = (side: Record<string, unknown>) => ({ rows: side[`stations${direction}`] });
  const told = gone && {
    title: "这份草稿已不存在",
    change: `${gone.words}。您填写的内容还没有保存：按选择保存，会存为一份新的草稿。`,
    theirsLabel: "现在代替它的",
  };
  return { ...rest, ...told, original: rows(original), mine: rows(mine), theirs: rows(theirs) };
}
