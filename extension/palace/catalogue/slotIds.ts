/** The ID of the drawer in each slot, and the slot of each ID. */
export class SlotIds {
  readonly #ids: string[] = [];
  /** Built on first use: opening a palace and most searches do without it. */
  #slots: Map<string, number> | undefined;

  /** '' for an empty slot. */
  idOf(slot: number): string {
    return this.#ids[slot] ?? '';
  }

  slotOf(id: string): number | undefined {
    this.#slots ??= this.#listed();
    return this.#slots.get(id);
  }

  set(slot: number, id: string): void {
    const before = this.idOf(slot);
    if (before === id) return;
    this.#forget(before, slot);
    this.#slots?.set(id, slot);
    this.#ids[slot] = id;
  }

  remove(slot: number): void {
    this.#forget(this.idOf(slot), slot);
    this.#ids[slot] = '';
  }

  /** Moves each ID to where `closed` says, which is never behind it; -1 is left out. */
  move(closed: Int32Array): void {
    let slots = 0;
    closed.forEach((to, from) => {
      if (to < 0) return;
      this.#ids[to] = this.idOf(from);
      slots++;
    });
    this.#ids.length = slots;
    this.#slots = undefined;
  }

  /** Another drawer of the same commit may have this ID by now. */
  #forget(id: string, slot: number): void {
    if (this.#slots?.get(id) === slot) this.#slots.delete(id);
  }

  #listed(): Map<string, number> {
    const slots = new Map<string, number>();
    for (const [slot, id] of this.#ids.entries()) if (id !== '') slots.set(id, slot);
    return slots;
  }
}
