import { moduleBytes, type MemoryImport } from '../assembly/moduleBytes.ts';
import type { ModelShape } from '../modelShape.ts';
import { attention } from './attention.ts';
import type { KernelKind } from './dotProduct.ts';
import { linear } from './linear.ts';
import { findStops } from './stops.ts';
import { addAndNormalise, embedTokens, meanOfRows, quantiseRows } from './rows.ts';

/** The parts of a forward pass. Parameters are addresses and counts; each part's file says which. */
const partsOf = (kind: KernelKind, shape: ModelShape) => ({
  embedTokens: embedTokens(kind, shape),
  findStops,
  linear: linear(kind, 'none'),
  linearGelu: linear(kind, 'gelu'),
  attention: attention(shape),
  quantiseHidden: quantiseRows(kind, shape.hidden),
  quantiseInner: quantiseRows(kind, shape.inner),
  addAndNormalise: addAndNormalise(kind, shape),
  meanOfRows: meanOfRows(shape),
});

export type Kernel = Readonly<Record<keyof ReturnType<typeof partsOf>, (...parameters: number[]) => void>>;

/** The WebAssembly module of a kernel, some 10 kB, written for the model's shape. */
export const kernelModule = (kind: KernelKind, shape: ModelShape, memory: MemoryImport): Uint8Array<ArrayBuffer> =>
  moduleBytes(partsOf(kind, shape), memory);

/**
 * Whether this host can compile a kernel. The kernels differ only in their products, so compiling these is enough.
 */
export const canCompile = (kind: KernelKind): boolean =>
  WebAssembly.validate(moduleBytes({ linear: linear(kind, 'none') }, 'own'));
