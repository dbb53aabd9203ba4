/** A binary min-heap of whole numbers with their keys, in typed arrays that only ever grow. */
export class Heap {
  size = 0;
  private keys = new Float64Array(1024);
  private items = new Int32Array(1024);

  clear(): void {
    this.size = 0;
  }

  /** The smallest key; Infinity when empty. */
  get minKey(): number {
    return this.size > 0 ? this.keys[0]! : Infinity;
  }

  push(key: number, item: number): void {
    if (this.size === this.keys.length) this.grow();
    const { keys, items } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (keys[parent]! <= key) break;
      keys[at] = keys[parent]!;
      items[at] = items[parent]!;
      at = parent;
    }
    keys[at] = key;
    items[at] = item;
  }

  /** Takes the item with the smallest key; the heap must not be empty. */
  pop(): number {
    const { keys, items } = this;
    const top = items[0]!;
    const size = --this.size;
    const key = keys[size]!;
    const item = items[size]!;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && keys[child + 1]! < keys[child]!) child++;
      if (keys[child]! >= key) break;
      keys[at] = keys[child]!;
      items[at] = items[child]!;
      at = child;
    }
    keys[at] = key;
    items[at] = item;
    return top;
  }

  private grow(): void {
    const keys = new Float64Array(this.keys.length * 2);
    const items = new Int32Array(this.items.length * 2);
    keys.set(this.keys);
    items.set(this.items);
    this.keys = keys;
    this.items = items;
  }
}
