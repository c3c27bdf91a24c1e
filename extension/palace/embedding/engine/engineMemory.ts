import { arenaBytes } from './arena.ts';
import { moduleBytes, type MemoryImport } from './assembly/moduleBytes.ts';
import { elementBytes, type KernelKind } from './kernels/dotProduct.ts';
import { constantsBytes, writeConstants } from './kernels/numerics.ts';
import { stopBytes, weightsOfTurn } from './kernels/stops.ts';
import { widenWeights } from './kernels/widen.ts';
import { placeModel, Reservation, type ModelPlace } from './modelLayout.ts';
import type { ModelShape } from './modelShape.ts';
import { headerBytes, shapeOfWeights } from './weightsFile.ts';

/** Bytes of a page of WebAssembly's memory. */
const pageBytes = 65_536;

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
  const widenMatrix = kind === 'widened' ? widening(memory) : undefined;
  const to = new Reservation(constantsBytes);
  const from = new Reservation(headerBytes);
  placeModel(shape, (bytes, tensor) => {
    const start = from.take(bytes);
    const widen = tensor === 'matrix' ? widenMatrix : undefined;
    const place = to.take(widen === undefined ? bytes : bytes * 2);
    // Narrow weights lie in the second half of the room of the wide ones, which widening does not overtake.
    const narrow = widen === undefined ? place : place + bytes;
    new Uint8Array(memory.buffer, narrow, bytes).set(file.subarray(start, start + bytes));
    widen?.(narrow, narrow + bytes, place);
    return start;
  });
  return { memory, kind, shape, arenas };
};

const widening = (memory: WebAssembly.Memory): ((weights: number, endOfWeights: number, wide: number) => void) => {
  const { exports } = instantiate(memory, moduleBytes({ widenWeights }, memoryImport(memory)));
  return (exports as { widenWeights: ReturnType<typeof widening> }).widenWeights;
};

/** How a module imports the memory. */
export const memoryImport = ({ buffer }: WebAssembly.Memory): MemoryImport =>
  buffer instanceof SharedArrayBuffer ? { sharedPages: buffer.byteLength / pageBytes } : 'own';

/** A module's functions in the memory. */
export const instantiate = (memory: WebAssembly.Memory, bytes: Uint8Array<ArrayBuffer>): WebAssembly.Instance =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes), { engine: { memory } });

const newMemory = (pages: number): WebAssembly.Memory => {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch {
    return new WebAssembly.Memory({ initial: pages });
  }
};
