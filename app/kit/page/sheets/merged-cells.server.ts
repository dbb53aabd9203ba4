import { sheetLimits } from "~/kit/ground/files/limits";
import { columnOf, SheetFileError } from "./sheet";
import type { Parts } from "./zip-part.server";

/** Cells that are one over several rows: its column, from 0, its first row and its last, from 1. */
export interface TallCell {
  column: number;
  from: number;
  to: number;
}

/** So far back a tag may have begun that a piece ends in. */
const longestTag = 200;

/**
 * The merged cells of a sheet that span several rows, by their first row: whoever reads the rows in their order needs them
 * before, and the part has them behind. Those of one row are headings over columns and stay as they are.
 */
export async function readMerges(parts: Parts, part: string): Promise<TallCell[]> {
  const found: TallCell[] = [];
  let rest = "";
  for await (const bytes of parts.bytes(part)) {
    const text = rest + bytes.toString("latin1");
    let read = 0;
    for (const match of text.matchAll(/<(?:\w+:)?mergeCell\b[^<>]*?\bref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g)) {
      read = match.index + match[0].length;
      const [from, to] = [rowOf(match[1]!), rowOf(match[2]!)];
      if (to > from) found.push({ column: columnOf(match[1]!), from, to });
      if (found.length > sheetLimits.merges)
        throw new SheetFileError("too-big", `工作表有超过 ${sheetLimits.merges} 处合并单元格，请取消合并后再上传`);
    }
    rest = text.slice(Math.max(read, text.length - longestTag));
  }
  return found.sort((a, b) => a.from - b.from);
}

const rowOf = (reference: string) => Number(/\d+$/.exec(reference)![0]);
