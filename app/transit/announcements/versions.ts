/** 1 to 16 printable ASCII characters: the one terminal whose protocol is known reports sixteen bytes. */
export function isFileVersion(version: string): boolean {
  return /^[\x21-\x7e]{1,16}$/.test(version);
}

/** Numbers in a version count as numbers (1.9 before 1.10), all else as characters; 0 where neither is later. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const order = comparePart(left[at] ?? "", right[at] ?? "");
    if (order !== 0) return order;
  }
  return 0;
}

function partsOf(version: string): string[] {
  return version.match(/\d+|\D/g) ?? [];
}

function comparePart(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

function isNumber(part: string): boolean {
  return /^\d/.test(part);
}
