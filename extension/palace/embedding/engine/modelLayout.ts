import type { ModelShape } from './modelShape.ts';

/** Where the tensors of a linear layer are. Weights lie as `[output / 8][input / 4][output % 8][input % 4]`. */
export interface LinearPlace {
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: number;
  /** An i32 per output: the sum of its weights. */
  readonly columnSums: number;
  /** A float per output: the size of one level of its weights. */
  readonly scales: number;
  readonly bias: number;
}

/** Gain and shift of a layer normalisation, floats. */
export interface NormPlace {
  readonly gain: number;
  readonly shift: number;
}

export interface LayerPlace {
  readonly queryKeyValue: LinearPlace;
  readonly attentionOutput: LinearPlace;
  readonly attentionNorm: NormPlace;
  readonly feedForward: LinearPlace;
  readonly feedForwardOutput: LinearPlace;
  readonly feedForwardNorm: NormPlace;
}

export interface ModelPlace {
  /** int8, one row per token, and the size of one level of each row. */
  readonly tokens: number;
  readonly tokenScales: number;
  /** Floats, one row per position. */
  readonly positions: number;
  readonly norm: NormPlace;
  readonly layers: readonly LayerPlace[];
}

/** Reserves a number of bytes for a tensor and returns where they begin. */
type Reserve = (bytes: number, tensor: 'matrix' | 'other') => number;

/** Reserves the model's tensors in the order of the weights' file. */
export const placeModel = (
  { vocabulary, hidden, layers, inner, positions }: ModelShape,
  reserve: Reserve,
): ModelPlace => {
  const floats = (count: number): number => reserve(count * 4, 'other');
  const norm = (): NormPlace => ({ gain: floats(hidden), shift: floats(hidden) });
  const linear = (inputs: number, outputs: number): LinearPlace => ({
    inputs,
    outputs,
    weights: reserve(inputs * outputs, 'matrix'),
    columnSums: floats(outputs),
    scales: floats(outputs),
    bias: floats(outputs),
  });
  return {
    tokens: reserve(vocabulary * hidden, 'other'),
    tokenScales: floats(vocabulary),
    positions: floats(positions * hidden),
    norm: norm(),
    layers: Array.from({ length: layers }, () => ({
      queryKeyValue: linear(hidden, hidden * 3),
      attentionOutput: linear(hidden, hidden),
      attentionNorm: norm(),
      feedForward: linear(hidden, inner),
      feedForwardOutput: linear(inner, hidden),
      feedForwardNorm: norm(),
    })),
  };
};

/** Gives consecutive addresses, each a multiple of 64; the first is, too. */
export class Reservation {
  #end: number;

  constructor(start: number) {
    this.#end = start;
  }

  /** The first address that is free. */
  get end(): number {
    return this.#end;
  }

  take(bytes: number): number {
    const start = this.#end;
    this.#end = start + Math.ceil(bytes / 64) * 64;
    return start;
  }
}
