import { GtfsFileError } from "./feed";

/** A number of a table; throws GtfsFileError with its line. */
export function numberIn(
  table: string,
  line: number,
  column: string,
  text: string | undefined,
  most = Infinity,
): number {
  const value = text ? Number(text) : NaN;
  if (Number.isFinite(value) && Math.abs(value) <= most) return value;
  throw new GtfsFileError(`${table} 第 ${line} 行的 ${column} “${text ?? ""}”不是有效的数值`);
}
