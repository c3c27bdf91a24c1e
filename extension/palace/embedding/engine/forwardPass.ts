import { arenaAt, type Arena } from './arena.ts';
import { instantiate, memoryImport, memoryPlan, type EngineMemory, type MemoryPlan } from './engineMemory.ts';
import { blockRows, rowStep } from './kernels/blockProduct.ts';
import { elementBytes } from './kernels/dotProduct.ts';
import { kernelModule, type Kernel } from './kernels/kernelModule.ts';
import type { LayerPlace, LinearPlace, ModelPlace, NormPlace } from './modelLayout.ts';
import type { ModelShape } from './modelShape.ts';

/** Computes a text's vector from its tokens. */
export type ForwardPass = (tokens: readonly number[]) => Float32Array;

/**
 * The forward pass of one thread, in its arena (0, 1, …) of a memory that holds the weights. It throws a RangeError for a text of
 * fewer than two tokens or too many, and for a token that the model does not know.
 */
export const forwardPass = (engine: EngineMemory, arena: number): ForwardPass => {
  const { memory, kind, shape } = engine;
  const { exports } = instantiate(memory, kernelModule(kind, shape, memoryImport(memory)));
  const kernel = exports as Kernel;
  const { model, stopsOf, arenasAt } = memoryPlan(shape, kind);
  const place = arenaAt(shape, arenasAt, arena);
  if (kind === 'pairwise') findStops(kernel, model, stopsOf);
  const layer = layerPass(kernel, place, shape, { bytes: elementBytes(kind), stopsOf });
  const { state, packed, rowScales, vector } = place;
  return (tokens) => {
    checkTokens(tokens, shape);
    const count = tokens.length;
    new Int32Array(memory.buffer, place.tokens, count).set(tokens);
    kernel.embedTokens(
      place.tokens,
      place.tokens + count * 4,
      model.tokens,
      model.tokenScales,
      model.positions,
      model.norm.gain,
      model.norm.shift,
      state,
      packed,
      rowScales,
    );
    for (const one of model.layers) layer(one, count);
    kernel.meanOfRows(state, state + count * shape.hidden * 4, count, vector);
    return new Float32Array(memory.buffer, vector, shape.hidden).slice();
  };
};

const checkTokens = (tokens: readonly number[], { vocabulary, positions }: ModelShape): void => {
  if (tokens.length < 2 || tokens.length > positions)
    throw new RangeError(`A text has 2 to ${positions} tokens, not ${tokens.length}.`);
  const unknown = tokens.find((token) => !Number.isInteger(token) || token < 0 || token >= vocabulary);
  if (unknown !== undefined)
    throw new RangeError(`The model knows the tokens 0 to ${vocabulary - 1}, not ${unknown}.`);
};

/** Finds the stops of all weights, in 3 ms. Threads that share the memory write the same ones over each other's. */
const findStops = (kernel: Kernel, { layers }: ModelPlace, stopsOf: MemoryPlan['stopsOf']): void => {
  for (const { queryKeyValue, attentionOutput, feedForward, feedForwardOutput } of layers)
    for (const { inputs, outputs, weights } of [queryKeyValue, attentionOutput, feedForward, feedForwardOutput])
      kernel.findStops(weights, weights + inputs * outputs, (inputs / 4) * rowStep, stopsOf(weights));
};

interface OfKind {
  /** Bytes of a weight and of an activation. */
  readonly bytes: 1 | 2;
  readonly stopsOf: MemoryPlan['stopsOf'];
}

/** One layer of the model, on the hidden state and its packed form. */
const layerPass = (kernel: Kernel, place: Arena, { hidden }: ModelShape, { bytes, stopsOf }: OfKind) => {
  const { state, queryKeyValue, output, inner, packed, rowScales, workspace } = place;
  const linear = (of: LinearPlace, count: number, to: number, activation: 'linear' | 'linearGelu'): void => {
    const steps = (of.inputs * bytes) / 4;
    kernel[activation](
      packed,
      packed + Math.ceil(count / blockRows) * steps * rowStep,
      rowScales,
      of.weights,
      of.columnSums,
      of.scales,
      of.scales + of.outputs * 4,
      of.bias,
      steps,
      to,
      of.outputs * 4,
      stopsOf(of.weights),
    );
  };
  const addAndNormalise = ({ gain, shift }: NormPlace, count: number): void =>
    kernel.addAndNormalise(output, state, state + count * hidden * 4, gain, shift, packed, rowScales);
  return (layer: LayerPlace, count: number): void => {
    linear(layer.queryKeyValue, count, queryKeyValue, 'linear');
    kernel.attention(queryKeyValue, count, output, workspace);
    kernel.quantiseHidden(output, output + count * hidden * 4, packed, rowScales);
    linear(layer.attentionOutput, count, output, 'linear');
    addAndNormalise(layer.attentionNorm, count);
    linear(layer.feedForward, count, inner, 'linearGelu');
    kernel.quantiseInner(inner, inner + count * layer.feedForward.outputs * 4, packed, rowScales);
    linear(layer.feedForwardOutput, count, output, 'linear');
    addAndNormalise(layer.feedForwardNorm, count);
  };
};
