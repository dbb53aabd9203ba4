import type { FileDirection, FileLine } from "./shape";

/** There and back of a line between the same ends, or a round trip. */
export interface FileVariant {
  name: string;
  up: FileDirection | null;
  down: FileDirection | null;
}

/** Pairs a line's directions to variants, the first is the primary one; a line is circular where all of them are. */
export function variantsOf(line: FileLine): { lineType: 1 | 2; variants: FileVariant[] } {
  const lineType = line.directions.every(({ circular }) => circular) ? 2 : 1;
  const names = new Map<string, number>();
  const left = [...line.directions];
  const variants: FileVariant[] = [];
  while (left.length > 0) {
    const first = left.shift()!;
    const at = lineType === 2 ? -1 : left.findIndex((other) => isReturn(first, other));
    const [other] = at < 0 ? [undefined] : left.splice(at, 1);
    const [up, down] =
      first.direction === 2 || other?.direction === 1 ? [other ?? null, first] : [first, other ?? null];
    variants.push({ name: variants.length === 0 ? "主分类" : ownName(up ?? down!, names), up, down });
  }
  return { lineType, variants };
}

/** The other direction by the file's own word, else from where the first ends to where it begins. */
function isReturn(one: FileDirection, other: FileDirection): boolean {
  if (one.direction && other.direction) return one.direction !== other.direction;
  if (one.circular || other.circular) return false;
  if (one.stops.length === 0) return one.path.length > 1 && other.path.length > 1 && swapped(one, other);
  return same(one.from, other.to) && same(one.to, other.from);
}

/** Drawn lines without names: the second begins nearer to where the first ends than to where it begins, and the other way round. */
function swapped({ path: a }: FileDirection, { path: b }: FileDirection): boolean {
  const apart = ([x, y]: readonly [number, number], [u, v]: readonly [number, number]) => Math.hypot(x - u, y - v);
  const [a0, a1, b0, b1] = [a[0]!, a.at(-1)!, b[0]!, b.at(-1)!];
  return apart(a0, b1) + apart(a1, b0) < apart(a0, b0) + apart(a1, b1);
}

const same = (a = "", b = "") => a !== "" && plain(a) === plain(b);
const plain = (name: string) => name.normalize("NFKC").replace(/\([^)]*\)|\s/g, "");

function ownName(direction: FileDirection, names: Map<string, number>): string {
  const name =
    [direction.from, direction.to].filter(Boolean).join("—").slice(0, 56) || direction.name?.slice(0, 56) || "其他走向";
  const count = (names.get(name) ?? 0) + 1;
  names.set(name, count);
  return count === 1 ? name : `${name}（${count}）`;
}
