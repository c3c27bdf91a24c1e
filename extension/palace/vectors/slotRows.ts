/** Which row of the memory holds the vector of which slot. A row that becomes free is taken again before a new one. */
export class SlotRows {
  /** The slot of each row, or -1 if it is free. */
  #slotOfRow = new Int32Array(0);
  /** The row of each slot, or -1 if it has none. */
  #rowOfSlot = new Int32Array(0);
  readonly #free: number[] = [];
  #taken = 0;

  /** Rows that were ever taken. */
  get length(): number {
    return this.#taken;
  }

  /** Slots that have a row. */
  get count(): number {
    return this.#taken - this.#free.length;
  }

  get hasFree(): boolean {
    return this.#free.length > 0;
  }

  /** The slot of each row, or -1 if it is free; another array once rows were reserved. */
  get slots(): Int32Array {
    return this.#slotOfRow;
  }

  /** -1 if the slot has none. */
  rowOf(slot: number): number {
    return this.#rowOfSlot[slot] ?? -1;
  }

  /** Makes room for that many rows. */
  reserve(rows: number): void {
    this.#slotOfRow = longer(this.#slotOfRow, rows);
  }

  /** Gives the slot a row: one that was freed, else a new one, for which there must be room. */
  take(slot: number): number {
    if (slot >= this.#rowOfSlot.length)
      this.#rowOfSlot = longer(this.#rowOfSlot, Math.max(slot + 1, this.#rowOfSlot.length * 1.5));
    const row = this.#free.pop() ?? this.#taken++;
    this.#rowOfSlot[slot] = row;
    this.#slotOfRow[row] = slot;
    return row;
  }

  /** Frees the slot's row, if it has one. */
  free(slot: number): void {
    const row = this.rowOf(slot);
    if (row < 0) return;
    this.#rowOfSlot[slot] = -1;
    this.#slotOfRow[row] = -1;
    this.#free.push(row);
  }

  /** Gives every slot a new number; -1 for a slot that has no row. */
  closeUp(closed: Int32Array): void {
    const slots = closed.reduce((most, slot) => Math.max(most, slot + 1), 0);
    this.#rowOfSlot = new Int32Array(slots).fill(-1);
    for (let row = 0; row < this.#taken; row += 1) {
      const slot = closed[this.#slotOfRow[row] ?? -1] ?? -1;
      this.#slotOfRow[row] = slot;
      if (slot >= 0) this.#rowOfSlot[slot] = row;
    }
  }
}

/** A longer copy; new elements are -1. */
const longer = (numbers: Int32Array, length: number): Int32Array<ArrayBuffer> => {
  const copy = new Int32Array(length).fill(-1, numbers.length);
  copy.set(numbers);
  return copy;
};
