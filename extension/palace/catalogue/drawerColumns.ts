import { partitionPoint } from '../../base/partitionPoint.ts';

type Column = Float64Array | Uint32Array | Uint8Array;

const leastSlots = 1024;

/** Bits of {@link DrawerColumns.flags}. `history`: a summary that a newer one has replaced. */
export const flag = { live: 1, archived: 2, pinned: 4, sensitive: 8, history: 16 } as const;

/** A column of another length with the same beginning; new elements are 0. */
const resized = <C extends Column>(from: C, to: C): C => {
  to.set(from.subarray(0, to.length));
  return to;
};

/** What the catalogue keeps of each drawer as a number, by slot. */
export class DrawerColumns {
  rowid = new Float64Array(leastSlots);
  /** Milliseconds since the epoch. */
  filedAt = new Float64Array(leastSlots);
  importance = new Float64Array(leastSlots);
  /** Numbers of interned names: wing, room and source. */
  wing = new Uint32Array(leastSlots);
  room = new Uint32Array(leastSlots);
  source = new Uint32Array(leastSlots);
  chunk = new Uint32Array(leastSlots);
  type = new Uint8Array(leastSlots);
  tier = new Uint8Array(leastSlots);
  flags = new Uint8Array(leastSlots);

  /** Whether the slot holds a drawer. */
  isFilled(slot: number): boolean {
    return ((this.flags[slot] ?? 0) & flag.live) !== 0;
  }

  /** Whether the slot holds a drawer that is not archived. */
  isCurrent(slot: number): boolean {
    return ((this.flags[slot] ?? 0) & (flag.live | flag.archived)) === flag.live;
  }

  /** Whether the slot's drawer has a vector sooner or later: secrets and the archive get none. */
  isEmbedded(slot: number): boolean {
    return ((this.flags[slot] ?? 0) & (flag.live | flag.sensitive | flag.archived)) === flag.live;
  }

  /** Makes room for the slot. */
  reach(slot: number): void {
    if (slot >= this.rowid.length) this.#resize(2 * slot);
  }

  /** The slot below `end` that has the rowid, where rowids rise with the slots. */
  slotOf(rowid: number, end: number): number | undefined {
    const rowids = this.rowid;
    const slot = partitionPoint(0, end, (at) => (rowids[at] ?? 0) < rowid);
    return slot < end && rowids[slot] === rowid ? slot : undefined;
  }

  /** Frees the slots from `slots` on; their values may still be there. */
  shrink(slots: number): void {
    if (slots < this.rowid.length / 4) this.#resize(Math.max(leastSlots, 2 * slots));
  }

  /** Moves what each slot holds to where `closed` says, which is never behind it; -1 is left out. */
  move(closed: Int32Array): void {
    const { rowid, filedAt, importance, wing, room, source, chunk, type, tier, flags } = this;
    for (const column of [rowid, filedAt, importance, wing, room, source, chunk, type, tier, flags])
      closed.forEach((to, from) => {
        if (to >= 0) column[to] = column[from] ?? 0;
      });
  }

  /**
   * For each of some slots, the slots below `end` of the same source and type within so many milliseconds of its drawer, its own
   * and archived ones included. One pass over the columns, however many are asked for.
   */
  around(centers: readonly number[], ms: number, end: number): number[][] {
    const { source, type, filedAt } = this;
    const found = centers.map((center) => ({
      slots: [] as number[],
      source: source[center],
      type: type[center],
      from: (filedAt[center] ?? 0) - ms,
      to: (filedAt[center] ?? 0) + ms,
    }));
    for (let slot = 0; slot < end; slot++) {
      const at = filedAt[slot] ?? 0;
      for (const center of found)
        if (at >= center.from && at <= center.to && source[slot] === center.source && type[slot] === center.type)
          center.slots.push(slot);
    }
    return found.map(({ slots }) => slots);
  }

  #resize(slots: number): void {
    this.rowid = resized(this.rowid, new Float64Array(slots));
    this.filedAt = resized(this.filedAt, new Float64Array(slots));
    this.importance = resized(this.importance, new Float64Array(slots));
    this.wing = resized(this.wing, new Uint32Array(slots));
    this.room = resized(this.room, new Uint32Array(slots));
    this.source = resized(this.source, new Uint32Array(slots));
    this.chunk = resized(this.chunk, new Uint32Array(slots));
    this.type = resized(this.type, new Uint8Array(slots));
    this.tier = resized(this.tier, new Uint8Array(slots));
    this.flags = resized(this.flags, new Uint8Array(slots));
  }
}
