/**
 * What the fields other than the text add to each slot while a query is scored. All cells are 0 before and after,
 * so the arrays can be reused, and a query allocates nothing proportional to the palace.
 */
export class FieldCells {
  pathOf = new Float64Array(0);
  namesOf = new Float64Array(0);
  /** Mask of the query's words that the path and the names hold. */
  heldOf = new Int32Array(0);
  /** 1 for a slot that is in the list of results. */
  isListed = new Uint8Array(0);

  /** Makes room for the slots below `end`. */
  upTo(end: number): this {
    if (this.isListed.length >= end) return this;
    const capacity = Math.ceil(end * 1.25);
    this.pathOf = new Float64Array(capacity);
    this.namesOf = new Float64Array(capacity);
    this.heldOf = new Int32Array(capacity);
    this.isListed = new Uint8Array(capacity);
    return this;
  }
}
