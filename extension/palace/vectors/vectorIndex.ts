import type { Disposable } from '../../base/disposable.ts';
import { inverse, norm, within } from './norms.ts';
import { quantiseQuery } from './queryQuantisation.ts';
import { blockRows, newMemory, pageBytes, scanEngine, type ScanEngine } from './scanEngine.ts';
import { ScanThread } from './scanThread.ts';
import { SlotRows } from './slotRows.ts';

/** Components per iteration of the scan's loop. */
const lane = 32;
/** From so many rows on, a scan is worth a second thread. */
const rowsForTwo = 8 * blockRows;
/** The highest slot: a larger one is a mistake, and would take memory. */
const mostSlots = 2 ** 28;

export interface VectorIndexOptions {
  /** The bundle of `scanWorker.ts`, for a second thread that joins large scans. Absent: one thread scans. */
  readonly scanWorker?: string | undefined;
}

/**
 * Every vector of one model in one contiguous WebAssembly memory, compared exactly: no graph, no approximation, so the
 * cost is linear and the answer never depends on the order of insertion. Vectors live in slots, small non-negative
 * integers that a catalogue gives out. A vector takes a row of the memory, which the next one reuses when it is removed:
 * memory is `most vectors at a time × (dim + 12) + highest slot × 4` bytes.
 *
 * Cosines don't depend on a vector's scale, so only its int8 components are kept. The cosine with a zero vector is 0;
 * a slot without a vector has cosine `NaN`. Disposing empties the index and frees its memory.
 */
export class VectorIndex implements Disposable {
  readonly #dim: number;
  /** Bytes per row: `dim` rounded up. */
  readonly #stride: number;
  readonly #scanWorker: string | undefined;
  /** Layout of the memory: query, sums of one block for each thread, rows. */
  readonly #sumsAt: number;
  readonly #rowsAt: number;
  #engine: ScanEngine;
  #mostBytes: number;
  #thread: ScanThread | undefined;
  /** The whole memory: a row's first component is at `#addressOf(row)`. */
  #bytes: Int8Array;
  /** A row's 1 / |data|; 0 for a zero vector. Its length is the capacity in rows. */
  #inverseNorms = new Float64Array(0);
  #rows = new SlotRows();

  /** `dim`: components per vector. Throws `RangeError` unless it is an integer in 1…65,536. */
  constructor(dim: number, { scanWorker }: VectorIndexOptions = {}) {
    if (!Number.isInteger(dim) || dim < 1 || dim > 65_536)
      throw new RangeError(`A vector can't have ${dim} components.`);
    this.#dim = dim;
    this.#stride = Math.ceil(dim / lane) * lane;
    this.#sumsAt = 2 * this.#stride;
    this.#rowsAt = Math.ceil((this.#sumsAt + 2 * 4 * blockRows) / pageBytes) * pageBytes;
    this.#scanWorker = scanWorker;
    const { memory, mostBytes } = newMemory(this.#rowsAt);
    this.#mostBytes = mostBytes;
    this.#engine = scanEngine(memory);
    this.#bytes = new Int8Array(this.#engine.memory.buffer);
  }

  /** Components per vector. */
  get dim(): number {
    return this.#dim;
  }

  /** Slots that hold a vector. */
  get count(): number {
    return this.#rows.count;
  }

  /** Slots that hold a zero vector. */
  get zeros(): number {
    const { slots, length } = this.#rows;
    let zeros = 0;
    for (let row = 0; row < length; row++) if (this.#inverseNorms[row] === 0 && slots[row] !== -1) zeros += 1;
    return zeros;
  }

  has(slot: number): boolean {
    return this.#rows.rowOf(slot) >= 0;
  }

  /** Whether the slot holds a zero vector: one that is near to nothing. */
  isZero(slot: number): boolean {
    const row = this.#rows.rowOf(slot);
    return row >= 0 && this.#inverseNorms[row] === 0;
  }

  /** Makes room for that many vectors at once, as far as memory allows, so that adding them copies no vector. */
  reserve(vectors: number): void {
    if (vectors > this.#inverseNorms.length) this.#growTo(Math.min(vectors, this.#most));
  }

  /**
   * Puts a vector (`scale · data[i]`) into a slot, replacing an earlier one. Throws `RangeError` when the slot, the
   * scale or the length is invalid, or when there is no memory left.
   */
  set(slot: number, scale: number, data: Int8Array): void {
    if (!Number.isInteger(slot) || slot < 0 || slot > mostSlots) throw new RangeError(`${slot} is not a slot.`);
    if (!(scale >= 0 && scale < Infinity)) throw new RangeError(`A vector's scale can't be ${scale}.`);
    if (data.length !== this.#dim)
      throw new RangeError(`The vector has ${data.length} components, this index holds vectors of ${this.#dim}.`);
    const row = this.has(slot) ? this.#rows.rowOf(slot) : this.#take(slot);
    const at = this.#addressOf(row);
    if (scale === 0) this.#bytes.fill(0, at, at + this.#dim);
    else this.#bytes.set(data, at);
    this.#inverseNorms[row] = inverse(Math.sqrt(this.#dot(row, row)));
  }

  /** Removes the vector from a slot, if there is one. */
  clear(slot: number): void {
    this.#rows.free(slot);
  }

  /** Gives every vector's slot a new number; -1 for a slot that has no vector. */
  closeUp(closed: Int32Array): void {
    this.#rows.closeUp(closed);
  }

  /**
   * Cosine of the query with each of the slots `0…slots − 1`, as 32-bit floats; NaN where there is no vector. `cosines` is filled
   * and returned: a new array of that length by default. The query is rounded to int16: a cosine is off by less than
   * `√dim / 60,000` (measured on texts: 10⁻⁵). Throws `RangeError` when the query's length is not `dim` or a component is not finite.
   */
  scan(query: Float32Array, slots: number, cosines: Float64Array = new Float64Array(slots)): Float64Array {
    this.#checkQuery(query);
    const { scale, data } = quantiseQuery(query);
    return this.#scan(data, scale * inverse(norm(query)), cosines);
  }

  /**
   * Exact cosine of a stored vector with each of the slots `0…slots − 1`, itself among them; NaN where there is no vector,
   * and everywhere when the slot holds none.
   */
  scanFrom(slot: number, slots: number): Float64Array {
    const row = this.#rows.rowOf(slot);
    if (row < 0) return new Float64Array(slots).fill(NaN);
    return this.#scan(this.#componentsAt(row), this.#inverseNorms[row] ?? 0, new Float64Array(slots));
  }

  #scan(query: Int8Array | Int16Array, factor: number, cosines: Float64Array): Float64Array {
    cosines.fill(NaN);
    new Int16Array(this.#engine.memory.buffer, 0, this.#dim).set(query);
    const sums = new Int32Array(this.#engine.memory.buffer, this.#sumsAt, blockRows);
    const thread = this.#secondThread();
    thread?.begin(this.#rows.length);
    let block = 0;
    const next = (): number => thread?.next() ?? block++;
    for (let first = next() * blockRows; first < this.#rows.length; first = next() * blockRows) {
      const rows = Math.min(blockRows, this.#rows.length - first);
      this.#engine.scan(this.#addressOf(first), this.#stride, rows, 0, this.#sumsAt);
      this.#fill(cosines, first, sums, factor);
    }
    if (thread === undefined) return cosines;
    const others = thread.end();
    if (others === null) return this.#scan(query, factor, cosines);
    for (const taken of others.blocks)
      this.#fill(cosines, taken * blockRows, others.sums.subarray(taken * blockRows), factor);
    return cosines;
  }

  /** Turns the sums of a block's rows, from `first` on, into cosines. */
  #fill(cosines: Float64Array, first: number, sums: Int32Array, factor: number): void {
    const rows = Math.min(blockRows, this.#rows.length - first);
    const { slots } = this.#rows;
    for (let row = 0; row < rows; row += 1) {
      const slot = slots[first + row] ?? -1;
      if (slot >= 0 && slot < cosines.length)
        cosines[slot] = Math.fround((sums[row] ?? 0) * factor * (this.#inverseNorms[first + row] ?? 0));
    }
  }

  /** For a scan of all rows; undefined if one thread does. One that has ended is not started again. */
  #secondThread(): ScanThread | undefined {
    if (this.#scanWorker === undefined || this.#rows.length < rowsForTwo || this.#thread?.isGone === true)
      return undefined;
    if (this.#thread !== undefined && this.#thread.capacity >= this.#rows.length) return this.#thread;
    this.#thread?.dispose();
    this.#thread = new ScanThread(
      this.#scanWorker,
      this.#engine.memory,
      { rowsAt: this.#rowsAt, stride: this.#stride, queryAt: 0, sumsAt: this.#sumsAt + 4 * blockRows },
      this.#inverseNorms.length,
    );
    return this.#thread;
  }

  /**
   * Cosine of the query with the stored vector in double precision, summed in the order of the components; NaN when
   * the slot holds none. Throws `RangeError` when the query's length is not `dim`.
   */
  cosine(slot: number, query: Float32Array): number {
    this.#checkQuery(query);
    const row = this.#rows.rowOf(slot);
    if (row < 0) return NaN;
    const at = this.#addressOf(row);
    let dot = 0;
    for (let index = 0; index < this.#dim; index += 1) dot += (this.#bytes[at + index] ?? 0) * (query[index] ?? 0);
    return within(dot * (this.#inverseNorms[row] ?? 0) * inverse(norm(query)));
  }

  /** Cosine of two stored vectors, exactly 1 for equal ones; NaN when either slot holds none. */
  similarity(a: number, b: number): number {
    const [one, other] = [this.#rows.rowOf(a), this.#rows.rowOf(b)];
    if (one < 0 || other < 0) return NaN;
    // Integers up to here, so that equal vectors give exactly 1.
    const squares = this.#dot(one, one) * this.#dot(other, other);
    return squares === 0 ? 0 : within(this.#dot(one, other) / Math.sqrt(squares));
  }

  /** A copy of a stored vector's components; null when the slot holds none. */
  componentsOf(slot: number): Int8Array | null {
    const row = this.#rows.rowOf(slot);
    return row < 0 ? null : this.#componentsAt(row).slice();
  }

  /** A new index that holds copies of these slots' vectors, each at its place in the list. Dispose it after use. */
  subset(slots: readonly number[]): VectorIndex {
    const copy = new VectorIndex(this.#dim);
    slots.forEach((slot, place) => {
      const row = this.#rows.rowOf(slot);
      if (row >= 0) copy.set(place, 1, this.#componentsAt(row));
    });
    return copy;
  }

  dispose(): void {
    this.#thread?.dispose();
    this.#thread = undefined;
    const { memory, mostBytes } = newMemory(this.#rowsAt);
    this.#mostBytes = mostBytes;
    this.#engine = scanEngine(memory);
    this.#bytes = new Int8Array(this.#engine.memory.buffer);
    this.#inverseNorms = new Float64Array(0);
    this.#rows = new SlotRows();
  }

  #take(slot: number): number {
    if (!this.#rows.hasFree) this.#grow(this.#rows.length + 1);
    return this.#rows.take(slot);
  }

  #componentsAt(row: number): Int8Array {
    const at = this.#addressOf(row);
    return this.#bytes.subarray(at, at + this.#dim);
  }

  /** How many vectors fit into the address space. */
  get #most(): number {
    return Math.floor((this.#mostBytes - this.#rowsAt) / this.#stride);
  }

  #addressOf(row: number): number {
    return this.#rowsAt + row * this.#stride;
  }

  #dot(a: number, b: number): number {
    return Number(this.#engine.dot(this.#addressOf(a), this.#addressOf(b), this.#stride));
  }

  #checkQuery(query: Float32Array): void {
    if (query.length !== this.#dim)
      throw new RangeError(`The query has ${query.length} components, this index holds vectors of ${this.#dim}.`);
  }

  /** Makes room for at least `rows` rows; a growing index grows by half. */
  #grow(rows: number): void {
    const capacity = this.#inverseNorms.length;
    if (rows <= capacity) return;
    const most = this.#most;
    if (rows > most) throw new RangeError(`An index of ${this.#dim} dimensions holds ${most} vectors at most.`);
    this.#growTo(Math.min(most, Math.max(rows, capacity + (capacity >> 1), blockRows / 4)));
  }

  #growTo(wanted: number): void {
    const pages =
      Math.ceil((this.#rowsAt + wanted * this.#stride) / pageBytes) -
      this.#engine.memory.buffer.byteLength / pageBytes;
    if (pages > 0) this.#engine.memory.grow(pages);
    this.#bytes = new Int8Array(this.#engine.memory.buffer);
    const inverseNorms = new Float64Array(wanted);
    inverseNorms.set(this.#inverseNorms);
    this.#inverseNorms = inverseNorms;
    this.#rows.reserve(wanted);
  }
}
