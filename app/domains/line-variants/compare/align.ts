import { alignLists } from "~/kit/ground/align-lists";
import { groupBy } from "~/kit/ground/group-by";

/** A station's place in two sequences; `otherSerial` where it stands in both but out of order. */
export interface AlignedRow<S> {
  left: S | null;
  right: S | null;
  kind: "same" | "left" | "right" | "moved";
  /** Of a moved station: its serial on the other side. */
  otherSerial?: number;
}

/** Two sequences side by side by their longest common run of stations; what is left on both sides has moved. */
export function alignStations<S extends { staUuid: string; serial: number }>(
  left: readonly S[],
  right: readonly S[],
): AlignedRow<S>[] {
  const keys = (rows: readonly S[]) => rows.map(({ staUuid }) => staUuid);
  const { kept } = alignLists(keys(left), keys(right));
  let [i, j] = [0, 0];
  const rows = [...kept, [left.length, right.length] as const].flatMap(([to, from]): AlignedRow<S>[] => {
    const alone = [
      ...left.slice(i, to).map((row) => ({ left: row, right: null, kind: "left" as const })),
      ...right.slice(j, from).map((row) => ({ left: null, right: row, kind: "right" as const })),
    ];
    [i, j] = [to + 1, from + 1];
    return to < left.length ? [...alone, { left: left[to]!, right: right[from]!, kind: "same" }] : alone;
  });
  return markMoved(rows);
}

/** Pairs what stands alone on both sides, first with first where a station calls twice. */
function markMoved<S extends { staUuid: string; serial: number }>(rows: AlignedRow<S>[]): AlignedRow<S>[] {
  const waiting = groupBy(
    rows.filter(({ kind }) => kind === "right"),
    ({ right }) => right!.staUuid,
  );
  for (const row of rows) {
    const other = row.kind === "left" ? waiting.get(row.left!.staUuid)?.shift() : undefined;
    if (!other) continue;
    Object.assign(row, { kind: "moved", otherSerial: other.right!.serial });
    Object.assign(other, { kind: "moved", otherSerial: row.left!.serial });
  }
  return rows;
}
