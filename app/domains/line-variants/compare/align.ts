import { groupBy } from "~/kit/ground/group-by";

/** A station's place in two sequences; `otherSerial` where it stands in both but out of order. */
export interface AlignedRow<S> {
  left: S | null;
  right: S | null;
  kind: "same" | "left" | "right" | "moved";
  /** Of a moved station: its serial on the other side. */
  otherSerial?: number;
}

/** Two sequences side by side by their longest common subsequence of stations; what is left on both sides has moved. */
export function alignStations<S extends { staUuid: string; serial: number }>(
  left: readonly S[],
  right: readonly S[],
): AlignedRow<S>[] {
  const longest = lengths(left, right);
  const rows: AlignedRow<S>[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i]!.staUuid === right[j]!.staUuid)
      rows.push({ left: left[i++]!, right: right[j++]!, kind: "same" });
    else if (j === right.length || (i < left.length && longest[i + 1]![j]! >= longest[i]![j + 1]!))
      rows.push({ left: left[i++]!, right: null, kind: "left" });
    else rows.push({ left: null, right: right[j++]!, kind: "right" });
  }
  return markMoved(rows);
}

/** `lengths[i][j]`: the longest common subsequence of what follows the first i on the left and the first j on the right. */
function lengths(left: readonly { staUuid: string }[], right: readonly { staUuid: string }[]): Uint16Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      table[i]![j] =
        left[i]!.staUuid === right[j]!.staUuid
          ? table[i + 1]![j + 1]! + 1
          : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  return table;
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
