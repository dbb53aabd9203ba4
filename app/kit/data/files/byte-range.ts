/** The first and last byte of a range that can be had; any other is answered with the whole. */
export function rangeOf(asked: string | null, size: number): [from: number, to: number] | undefined {
  const [, begin = "", end = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked ?? "") ?? [];
  if (begin === "" && end === "") return undefined;
  const from = begin === "" ? Math.max(0, size - Number(end)) : Number(begin);
  const to = begin === "" || end === "" ? size - 1 : Math.min(Number(end), size - 1);
  return from <= to ? [from, to] : undefined;
}
