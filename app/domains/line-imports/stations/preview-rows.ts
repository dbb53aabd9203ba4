import type { DirectionContent } from "~/domains/line-versions/queries.server";
import type { DirectionPlan } from "./direction-plan.server";
import type { DirectionPreview, PreviewRow } from "./preview";
import type { RowProblem } from "./station-entry";

interface Given {
  directionNames: readonly { direction: number; directionName: string }[];
  content: DirectionContent;
  places: ReadonlyMap<string, { staSelfCode: string; staName: string; lng: number; lat: number }>;
  levels: ReadonlyMap<number, RowProblem["level"]>;
}

const mostShown = 500;

export function shownDirection(
  { direction, calls, rows }: DirectionPlan,
  { directionNames, content, places, levels }: Given,
): DirectionPreview {
  const now = new Set(content.rows.map(({ staUuid }) => staUuid));
  const then = new Set(rows.map(({ staUuid }) => staUuid));
  const nameOf = (key: string) => places.get(key)?.staName ?? "（已删除）";
  return {
    direction,
    directionName: directionNames.find((one) => one.direction === direction)?.directionName ?? "下行",
    rows: calls.slice(0, mostShown).map(({ entry, match }, at): PreviewRow => {
      const station = match.key === null ? undefined : places.get(match.key);
      return {
        row: entry.row,
        serial: at + 1,
        how: match.how,
        staUuid: match.how === "new" ? null : match.key,
        staSelfCode: station?.staSelfCode ?? entry.staSelfCode,
        staName: station?.staName ?? entry.staName,
        lng: station?.lng ?? entry.place?.[0] ?? null,
        lat: station?.lat ?? entry.place?.[1] ?? null,
        metres: match.metres,
        candidates: match.candidates,
        level: levels.get(entry.row) ?? null,
      };
    }),
    more: Math.max(0, calls.length - mostShown),
    before: content.rows.length,
    added: [...then].filter((key) => !now.has(key)).map(nameOf),
    removed: [...now].filter((key) => !then.has(key)).map(nameOf),
    path: content.path?.points ?? [],
  };
}

export function worstOf(problems: readonly RowProblem[]): Map<number, RowProblem["level"]> {
  const worst = new Map<number, RowProblem["level"]>();
  for (const { row, level } of problems) if (worst.get(row) !== "error") worst.set(row, level);
  return worst;
}
