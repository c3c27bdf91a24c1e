import { afterEach, describe, expect, it, vi } from 'vitest';
import { quantise } from '../../../../extension/palace/vectors/quantise.ts';
import { VectorIndex } from '../../../../extension/palace/vectors/vectorIndex.ts';

const put = (index: VectorIndex, slot: number, components: readonly number[]): void => {
  const { scale, data } = quantise(Float32Array.from(components));
  index.set(slot, scale, data);
};

afterEach(() => vi.restoreAllMocks());

describe('VectorIndex', () => {
  it('gives a slot that was never set the cosine NaN, within and beyond its memory', () => {
    const index = new VectorIndex(3);
    put(index, 1, [0, 1, 0]);
    const cosines = index.scan(Float32Array.of(0, 1, 0), 5000);
    expect(cosines).toHaveLength(5000);
    expect(cosines[0]).toBeNaN();
    expect(cosines[1]).toBeCloseTo(1, 5);
    expect(cosines[4999]).toBeNaN();
    expect(index.cosine(0, Float32Array.of(0, 1, 0))).toBeNaN();
    expect(index.similarity(1, 4999)).toBeNaN();
  });

  it('compares a stored vector with all others as each pair is compared, and knows nothing of an empty slot', () => {
    const index = new VectorIndex(3);
    [
      [1, 2, 3],
      [3, 2, 1],
      [-1, 0, 5],
      [0, 0, 0],
    ].forEach((components, slot) => put(index, slot, components));
    const cosines = index.scanFrom(0, 6);
    for (const other of [0, 1, 2, 3]) expect(cosines[other]).toBeCloseTo(index.similarity(0, other), 6);
    expect([...cosines.subarray(4)]).toEqual([NaN, NaN]);
    expect([...index.scanFrom(5, 2)]).toEqual([NaN, NaN]);
  });

  it('forgets a vector that was cleared and counts only those that are there', () => {
    const index = new VectorIndex(2);
    put(index, 0, [1, 0]);
    put(index, 7, [0, 1]);
    put(index, 7, [1, 1]);
    expect(index.count).toBe(2);
    index.clear(0);
    index.clear(0);
    index.clear(99);
    expect(index.count).toBe(1);
    expect(index.has(0)).toBe(false);
    expect(index.scan(Float32Array.of(1, 0), 1)[0]).toBeNaN();
    put(index, 0, [0, -1]);
    expect(index.scan(Float32Array.of(0, 1), 1)[0]).toBeCloseTo(-1, 5);
  });

  it('calls a zero vector and a zero query orthogonal to everything', () => {
    const index = new VectorIndex(2);
    put(index, 0, [0, 0]);
    put(index, 1, [1, 2]);
    expect([...index.scan(Float32Array.of(3, 4), 2)][0]).toBe(0);
    expect([...index.scan(Float32Array.of(0, 0), 2)]).toEqual([0, 0]);
    expect(index.cosine(0, Float32Array.of(3, 4))).toBe(0);
    expect(index.similarity(0, 1)).toBe(0);
    expect(index.similarity(0, 0)).toBe(0);
  });

  it('knows its zero vectors, also once rows are taken again', () => {
    const index = new VectorIndex(2);
    for (const slot of [0, 3, 5]) put(index, slot, [0, 0]);
    put(index, 1, [1, 2]);
    expect([index.zeros, index.isZero(3), index.isZero(1), index.isZero(2)]).toEqual([3, true, false, false]);
    index.clear(3);
    put(index, 5, [1, 1]);
    expect([index.zeros, index.isZero(3), index.isZero(5)]).toEqual([1, false, false]);
    put(index, 3, [0, 0]);
    expect(index.zeros).toBe(2);
  });

  it('takes a vector of scale 0 for the zero vector, whatever its bytes say', () => {
    const index = new VectorIndex(2);
    index.set(0, 0, Int8Array.of(5, 6));
    expect(index.scan(Float32Array.of(1, 1), 1)[0]).toBe(0);
    expect(index.cosine(0, Float32Array.of(1, 1))).toBe(0);
  });

  it('finds equal vectors exactly equal', () => {
    const index = new VectorIndex(3);
    put(index, 0, [0.3, -0.2, 0.9]);
    put(index, 1, [0.3, -0.2, 0.9]);
    expect(index.similarity(0, 1)).toBe(1);
  });

  it('sums the most extreme rows and queries without overflow', () => {
    for (const dim of [384, 512, 4096, 65_536]) {
      const index = new VectorIndex(dim);
      index.set(0, 1, new Int8Array(dim).fill(-128));
      index.set(1, 1, new Int8Array(dim).fill(127));
      const [first, second] = index.scan(new Float32Array(dim).fill(3.4e38), 2);
      expect(first).toBeCloseTo(-1, 3);
      expect(second).toBeCloseTo(1, 3);
    }
  });

  it('leaves the result of an earlier scan alone', () => {
    const index = new VectorIndex(2);
    put(index, 0, [1, 0]);
    const before = index.scan(Float32Array.of(1, 0), 1);
    index.scan(Float32Array.of(-1, 0), 1);
    expect(before[0]).toBeCloseTo(1, 5);
  });

  it('takes memory for the vectors that are there at a time, not for all slots that ever had one', () => {
    const dim = 65_536;
    const index = new VectorIndex(dim);
    const data = new Int8Array(dim).fill(1);
    const query = new Float32Array(dim).fill(1);
    // A row for each of these slots would be beyond the four gigabytes that a memory can have.
    for (let slot = 70_000; slot < 70_020; slot++) {
      index.set(slot, 1, data);
      index.clear(slot - 1);
      expect(index.count).toBe(1);
      expect([index.cosine(slot - 1, query), index.cosine(slot, query)]).toEqual([NaN, 1]);
    }
  });

  it('holds what it can where a process may not reserve four gigabytes of addresses', () => {
    const { Memory } = WebAssembly;
    vi.spyOn(WebAssembly, 'Memory').mockImplementation(function limited(descriptor) {
      if ((descriptor.maximum ?? 0) > 1024)
        throw new RangeError('WebAssembly.Memory(): could not allocate memory');
      return new Memory(descriptor);
    });
    const dim = 65_536;
    const index = new VectorIndex(dim);
    const data = new Int8Array(dim).fill(1);
    expect(() => {
      for (let slot = 0; ; slot += 1) index.set(slot, 1, data);
    }).toThrow('An index of 65536 dimensions holds 1021 vectors at most.');
    expect(index.count).toBe(1021);
    expect(index.scan(new Float32Array(dim).fill(1), 1021)[1020]).toBeCloseTo(1, 5);
  });

  it('is empty once disposed, however often', () => {
    const index = new VectorIndex(2);
    put(index, 0, [1, 0]);
    index.dispose();
    index.dispose();
    expect(index.count).toBe(0);
    expect(index.scan(Float32Array.of(1, 0), 1)[0]).toBeNaN();
  });

  it('refuses what is not a slot, a scale, a dimension or a vector of its length', () => {
    const index = new VectorIndex(2);
    const data = Int8Array.of(1, 2);
    for (const slot of [-1, 0.5, NaN, 2 ** 31]) expect(() => index.set(slot, 1, data)).toThrow(RangeError);
    for (const scale of [-1, NaN, Infinity]) expect(() => index.set(0, scale, data)).toThrow(RangeError);
    expect(() => index.set(0, 1, Int8Array.of(1))).toThrow(RangeError);
    expect(() => index.scan(Float32Array.of(1), 1)).toThrow(RangeError);
    expect(() => index.scan(Float32Array.of(1, NaN), 1)).toThrow(RangeError);
    expect(() => index.cosine(0, Float32Array.of(1))).toThrow(RangeError);
    expect(() => new VectorIndex(0)).toThrow(RangeError);
    expect(index.count).toBe(0);
  });
});
