import { arenaBytes } from './arena.ts';
import { elementBytes, type KernelKind } from './kernels/dotProduct.ts';
import { constantsBytes, writeConstants } from './kernels/numerics.ts';
import { stopBytes, weightsOfTurn } from './kernels/stops.ts';
import { placeModel, Reservation, type ModelPlace } from './modelLayout.ts';
import type { ModelShape } from './modelShape.ts';
import { headerBytes, shapeOfWeights } from './weightsFile.ts';

/** Bytes of a page of WebAssembly's memory. */
export const pageBytes = 65_536;

/** A model's weights in the memory of WebAssembly, with room for several threads to compute in. */
export interface EngineMemory {
  readonly memory: WebAssembly.Memory;
  readonly kind: KernelKind;
  readonly shape: ModelShape;
  /** How many threads there is room for. */
  readonly arenas: number;
}

/** Where everything is in such a memory, after the constants of the kernels. */
export interface MemoryPlan {
  readonly model: ModelPlace;
  /** Where the stops of the weights at an address are. Each turn has room for one, and few are used. */
  readonly stopsOf: (weights: number) => number;
  readonly arenasAt: number;
}

export const memoryPlan = (shape: ModelShape, kind: KernelKind): MemoryPlan => {
  const reservation = new Reservation(constantsBytes);
  const model = placeModel(shape, (bytes, tensor) =>
    reservation.take(tensor === 'matrix' ? bytes * elementBytes(kind) : bytes),
  );
  const share = weightsOfTurn / stopBytes;
  const stopsAt = reservation.take(reservation.end / share);
  return { model, stopsOf: (weights) => stopsAt + weights / share, arenasAt: reservation.end };
};

/**
 * Copies the weights into a new memory, which threads can share if this host lets them. Throws an Error if the file holds no model
 * that the engine can run.
 */
export const loadWeights = (file: Uint8Array, kind: KernelKind, arenas: number): EngineMemory => {
  const shape = shapeOfWeights(file);
  const pages = Math.ceil((memoryPlan(shape, kind).arenasAt + arenas * arenaBytes(shape)) / pageBytes);
  const memory = newMemory(pages);
  writeConstants(memory);
  const to = new Reservation(constantsBytes);
  const from = new Reservation(headerBytes);
  placeModel(shape, (bytes, tensor) => {
    const start = from.take(bytes);
    const source = file.subarray(start, start + bytes);
    if (tensor === 'matrix' && kind === 'widened')
      widen(source, new Int16Array(memory.buffer, to.take(bytes * 2), bytes));
    else new Uint8Array(memory.buffer, to.take(bytes), bytes).set(source);
    return start;
  });
  return { memory, kind, shape, arenas };
};

/** int8 `[step of 4][8 columns][4]` as i16 `[step of 2][8 columns][2]`: four weights of a column at a time, as one word. */
const widen = (weights: Uint8Array, wide: Int16Array): void => {
  const aligned = weights.byteOffset % 4 === 0 ? weights : weights.slice();
  const words = new Int32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
  const pairs = new Int32Array(wide.buffer, wide.byteOffset, wide.length / 2);
  for (let step = 0; step < words.length; step += 8)
    for (let column = 0; column < 8; column += 1) {
      const word = words[step + column] ?? 0;
      const at = step * 2 + column;
      pairs[at] = (((word << 24) >> 24) & 0xffff) | (((word << 16) >> 24) << 16);
      pairs[at + 8] = (((word << 8) >> 24) & 0xffff) | ((word >> 24) << 16);
    }
};

const newMemory = (pages: number): WebAssembly.Memory => {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch {
    return new WebAssembly.Memory({ initial: pages });
  }
};
