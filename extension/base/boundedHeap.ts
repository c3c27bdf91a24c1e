/**
 * Keeps the first `limit` of the offered items in the order of `compare` (as in `Array.sort`; no two items may be
 * equal). Offering n items costs O(n log limit) at most; an item that is not kept costs one comparison.
 */
export class BoundedHeap<Item> {
  readonly #limit: number;
  readonly #compare: (a: Item, b: Item) => number;
  /** A heap once it is full, with the last of the kept items on top. */
  readonly #items: Item[] = [];

  /** A `limit` of `Infinity` keeps everything. */
  constructor(limit: number, compare: (a: Item, b: Item) => number) {
    this.#limit = limit;
    this.#compare = compare;
  }

  /** The last of the kept items once the heap is full, undefined before. An item that comes after it is not kept. */
  get last(): Item | undefined {
    return this.#items.length < this.#limit ? undefined : this.#items[0];
  }

  offer(item: Item): void {
    const items = this.#items;
    if (items.length < this.#limit) {
      items.push(item);
      if (items.length === this.#limit) for (let at = this.#limit >> 1; at >= 0; at--) this.#sink(at);
      return;
    }
    const [last] = items;
    if (last === undefined || this.#compare(item, last) > 0) return;
    items[0] = item;
    this.#sink(0);
  }

  /** The kept items in order. */
  sorted(): Item[] {
    return [...this.#items].sort(this.#compare);
  }

  #sink(from: number): void {
    const items = this.#items;
    let at = from;
    for (;;) {
      const parent = items[at];
      const left = items[2 * at + 1];
      const right = items[2 * at + 2];
      if (parent === undefined || left === undefined) return;
      const isRight = right !== undefined && this.#compare(right, left) > 0;
      const child = isRight ? right : left;
      if (this.#compare(child, parent) <= 0) return;
      const childAt = 2 * at + (isRight ? 2 : 1);
      items[at] = child;
      items[childAt] = parent;
      at = childAt;
    }
  }
}

/** Returns the first `count` items in the order of `compare`, sorted. */
export const firstOf = <Item>(
  items: Iterable<Item>,
  count: number,
  compare: (a: Item, b: Item) => number,
): Item[] => {
  const heap = new BoundedHeap(count, compare);
  for (const item of items) heap.offer(item);
  return heap.sorted();
};
