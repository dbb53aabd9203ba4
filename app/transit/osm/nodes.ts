const chunk = 1 << 18;
const scale = 1e7;

/** Node positions by id, 16 bytes each; positions are kept to 1e-7 degree as OSM does. */
export class NodeTable {
  constructor(
    /** Ascending. */
    readonly ids: Float64Array,
    private readonly lngs: Int32Array,
    private readonly lats: Int32Array,
  ) {}

  get size(): number {
    return this.ids.length;
  }

  /** Place of a node in the table, or -1 where the file does not have it. */
  indexOf(id: number): number {
    let low = 0;
    let high = this.ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.ids[middle]!;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  lngAt(index: number): number {
    return this.lngs[index]! / scale;
  }

  latAt(index: number): number {
    return this.lats[index]! / scale;
  }

  /** [lng, lat], or undefined where the file does not have the node. */
  position(id: number): [number, number] | undefined {
    const index = this.indexOf(id);
    return index < 0 ? undefined : [this.lngAt(index), this.latAt(index)];
  }

  /** The same nodes under other numbers. */
  withIds(numberOf: (id: number) => number): NodeTable {
    const ids = this.ids.map(numberOf);
    const order = Uint32Array.from(ids, (_, index) => index).sort((a, b) => ids[a]! - ids[b]!);
    return new NodeTable(
      Float64Array.from(order, (index) => ids[index]!),
      Int32Array.from(order, (index) => this.lngs[index]!),
      Int32Array.from(order, (index) => this.lats[index]!),
    );
  }

  /** The same table with only the nodes whose mark is set. */
  only(marks: Uint8Array): NodeTable {
    const kept = marks.reduce((sum, mark) => sum + (mark ? 1 : 0), 0);
    const table = new NodeTable(new Float64Array(kept), new Int32Array(kept), new Int32Array(kept));
    for (let from = 0, to = 0; from < marks.length; from += 1) {
      if (!marks[from]) continue;
      table.ids[to] = this.ids[from]!;
      table.lngs[to] = this.lngs[from]!;
      table.lats[to] = this.lats[from]!;
      to += 1;
    }
    return table;
  }
}

/** Takes nodes in any order, in chunks, so that growing never copies what is already there. */
export class NodeCollector {
  private readonly ids: Float64Array[] = [];
  private readonly lngs: Int32Array[] = [];
  private readonly lats: Int32Array[] = [];
  private ascending = true;
  private last = -Infinity;
  count = 0;

  add(id: number, lng: number, lat: number): void {
    const at = this.count % chunk;
    if (at === 0) {
      this.ids.push(new Float64Array(chunk));
      this.lngs.push(new Int32Array(chunk));
      this.lats.push(new Int32Array(chunk));
    }
    const part = this.ids.length - 1;
    this.ids[part]![at] = id;
    this.lngs[part]![at] = Math.round(lng * scale);
    this.lats[part]![at] = Math.round(lat * scale);
    if (id <= this.last) this.ascending = false;
    this.last = id;
    this.count += 1;
  }

  /** The table in ascending order; `duplicate` is an id that was added twice. */
  finish(): { table: NodeTable; duplicate?: number } {
    const ids = joined(this.ids, new Float64Array(this.count));
    const lngs = joined(this.lngs, new Int32Array(this.count));
    const lats = joined(this.lats, new Int32Array(this.count));
    if (this.ascending) return { table: new NodeTable(ids, lngs, lats) };
    const order = Uint32Array.from(ids, (_, index) => index).sort((a, b) => ids[a]! - ids[b]!);
    const table = new NodeTable(
      Float64Array.from(order, (index) => ids[index]!),
      Int32Array.from(order, (index) => lngs[index]!),
      Int32Array.from(order, (index) => lats[index]!),
    );
    return { table, duplicate: firstRepeat(table.ids) };
  }
}

/** The first value of an ascending list that stands twice. */
export function firstRepeat(sorted: ArrayLike<number>): number | undefined {
  for (let index = 1; index < sorted.length; index += 1) if (sorted[index] === sorted[index - 1]) return sorted[index];
  return undefined;
}

function joined<T extends Float64Array | Int32Array>(parts: T[], into: T): T {
  parts.forEach((part, index) =>
    into.set(part.subarray(0, Math.min(chunk, into.length - index * chunk)), index * chunk),
  );
  parts.length = 0;
  return into;
}
