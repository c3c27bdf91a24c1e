import { f32, f32x4, i16x8, i32, i32x4, v128, zeroFill } from '../assembly/instructions.ts';
import type { Address, FunctionBuilder, Variable } from '../assembly/functionBuilder.ts';
import type { F32, I32, V128 } from '../assembly/expression.ts';
import { headComponents, longestText, type ModelShape } from '../modelShape.ts';
import { blockColumns, blockProduct, blockRows, blockVectors, columnStep, rowStep } from './blockProduct.ts';
import { greatestLane, roundToInt } from './numerics.ts';
import { scoreStride, softmaxRows } from './softmax.ts';

/** Greatest 16-bit values of queries and keys (32 products must fit into an i32) and of values. */
const [queryLevels, valueLevels] = [8191, 32_000];
const headBytes = headComponents * 4;
/** Steps of two components. */
const headSteps = headComponents / 2;
const packedBytes = longestText * headComponents * 2;

/** Offsets in the workspace. One float of scale per row of a block. */
const workspace = {
  queries: 0,
  keys: packedBytes,
  values: 2 * packedBytes,
  scores: 3 * packedBytes,
  shares: 3 * packedBytes + blockRows * scoreStride,
  scoreScales: 3 * packedBytes + blockRows * (scoreStride + longestText * 2),
  valueScales: 3 * packedBytes + blockRows * (scoreStride + longestText * 2) + 16,
} as const;
export const workspaceBytes = workspace.valueScales + 64;

/**
 * Self-attention of one text, in 16-bit integers whose sums are exact. Parameters: queries, keys and values (one
 * row of each per token), number of tokens, output, workspace.
 */
export const attention =
  ({ hidden }: ModelShape) =>
  (f: FunctionBuilder) => {
    const queries = f.parameter();
    const tokens = f.parameter();
    const output = f.parameter();
    const space = f.parameter();
    const stride = hidden * 3 * 4;
    const at = (part: keyof typeof workspace): Address => f.let(i32.add(space, workspace[part]));
    const rows = f.let(i32.and(i32.add(tokens, 7), -8));
    // Rows up to a multiple of eight count as tokens whose share is 0.
    f.run(zeroFill(i32.add(queries, i32.mul(tokens, stride)), i32.mul(i32.sub(rows, tokens), stride)));
    const endOfHeads = f.let(i32.add(queries, hidden * 4));
    f.untilEnd(queries, endOfHeads, () => {
      const keys = f.let(i32.add(queries, hidden * 4));
      const values = f.let(i32.add(queries, hidden * 8));
      const endOfRows = f.let(i32.add(queries, i32.mul(rows, stride)));
      const [queryScale, keyScale, valueScale] = [
        packRows(f, { from: queries, endOf: endOfRows, stride, rowsTogether: blockRows, to: at('queries') }),
        packRows(f, {
          from: keys,
          endOf: i32.add(endOfRows, hidden * 4),
          stride,
          rowsTogether: blockColumns,
          to: at('keys'),
        }),
        packPairs(f, { from: values, endOf: i32.add(endOfRows, hidden * 8), stride, to: at('values') }, rows),
      ];
      const scoreScale = f.let(f32.mul(f32.mul(queryScale, keyScale), Math.LOG2E / Math.sqrt(headComponents)));
      for (let row = 0; row < blockRows; row += 1)
        f.run(f32.store(space, scoreScale, workspace.scoreScales + row * 4));

      attend(f, { at, tokens, columns: rows, output, outputStride: hidden * 4, valueScale });
      f.advance(queries, headBytes);
      f.advance(output, headBytes);
    });
  };

interface Attending {
  readonly at: (part: keyof typeof workspace) => Address;
  readonly tokens: I32;
  readonly columns: I32;
  readonly output: Address;
  readonly outputStride: number;
  readonly valueScale: F32;
}

/** For each token of a head, the values of all tokens weighted by their shares; four tokens at a time. */
const attend = (f: FunctionBuilder, { at, output, outputStride, ...rest }: Attending): void => {
  const { tokens, columns } = rest;
  const block = at('queries');
  const out = f.let(output);
  f.untilEnd(block, i32.add(at('queries'), i32.mul(tokens, headComponents * 2)), () => {
    const endOfBlock = f.let(i32.add(block, headSteps * rowStep));
    blockTimesColumns(f, block, endOfBlock, {
      columns: at('keys'),
      scales: at('scoreScales'),
      output: at('scores'),
      endOfOutput: i32.add(at('scores'), i32.shl(columns, 2)),
      outputStride: scoreStride,
    });
    softmaxRows(f, { scores: at('scores'), shares: at('shares'), scales: at('valueScales'), ...rest });
    const shares = at('shares');
    const endOfShares = f.let(i32.add(shares, i32.mul(columns, rowStep / 2)));
    blockTimesColumns(f, shares, endOfShares, {
      columns: at('values'),
      scales: at('valueScales'),
      output: out,
      endOfOutput: i32.add(out, headBytes),
      outputStride,
    });
    f.set(block, endOfBlock);
    f.advance(out, blockRows * outputStride);
  });
};

interface HeadRows {
  readonly from: Address;
  readonly endOf: I32;
  readonly stride: number;
  readonly to: Address;
}

/** The greatest magnitude of a head's components in all rows, and at least 10⁻²⁰. */
const greatestMagnitude = (f: FunctionBuilder, { from, endOf, stride }: Omit<HeadRows, 'to'>): F32 => {
  const maxima = [f.let(i32x4.zero()), f.let(i32x4.zero())] as const;
  const row = f.let(from);
  const end = f.let(endOf);
  f.untilEnd(row, end, () => {
    for (let byte = 0; byte < headBytes; byte += 32)
      maxima.forEach((maximum, i) =>
        f.set(maximum, f32x4.pmax(maximum, f32x4.abs(v128.load(row, byte + i * 16)))),
      );
    f.advance(row, stride);
  });
  return f32.max(greatestLane(f, f32x4.pmax(...maxima)), 1e-20);
};

/** Packs a head's rows as 16-bit integers, `[block][step][row of the block][2]`. Returns the size of one level. */
const packRows = (
  f: FunctionBuilder,
  { rowsTogether, ...rows }: HeadRows & { readonly rowsTogether: number },
): Variable<'f32'> => {
  const greatest = f.let(greatestMagnitude(f, rows));
  const factor = f.let(f32x4.splat(f32.div(queryLevels, greatest)));
  const from = f.let(rows.from);
  const end = f.let(rows.endOf);
  const to = f.let(rows.to);
  f.untilEnd(from, end, () => {
    for (let row = 0; row < rowsTogether; row += 1)
      for (let quarter = 0; quarter < 4; quarter += 1) {
        const level = (at: number): V128 =>
          roundToInt(f32x4.mul(v128.load(from, row * rows.stride + quarter * 32 + at), factor));
        const levels = f.let(i16x8.narrow_i32x4_s(level(0), level(16)));
        for (const step of [0, 1, 2, 3])
          f.run(v128.store32_lane(to, levels, step, ((quarter * 4 + step) * rowsTogether + row) * 4));
      }
    f.advance(from, rowsTogether * rows.stride);
    f.advance(to, rowsTogether * headComponents * 2);
  });
  return f.let(f32.div(greatest, queryLevels));
};

/** Packs a head's rows in pairs, `[8 components][pair of rows][component][2]`. Returns the size of one level. */
const packPairs = (f: FunctionBuilder, rows: HeadRows, count: I32): Variable<'f32'> => {
  const greatest = f.let(greatestMagnitude(f, rows));
  const factor = f.let(f32x4.splat(f32.div(valueLevels, greatest)));
  const panelBytes = f.let(i32.mul(count, blockColumns * 2));
  const lowHalf = f.let(i32x4.splat(i32.const(0xffff)));
  const from = f.let(rows.from);
  const end = f.let(rows.endOf);
  const pair = f.let(rows.to);
  f.untilEnd(from, end, () => {
    const to = f.let(pair);
    for (let vector = 0; vector < headComponents / 4; vector += 1) {
      const level = (row: number): V128 =>
        roundToInt(f32x4.mul(v128.load(from, row * rows.stride + vector * 16), factor));
      const both = v128.or(v128.and(level(0), lowHalf), i32x4.shl(level(1), 16));
      f.run(v128.store(to, both, (vector % blockVectors) * 16));
      if (vector % blockVectors === blockVectors - 1) f.advance(to, panelBytes);
    }
    f.advance(from, 2 * rows.stride);
    f.advance(pair, columnStep);
  });
  return f.let(f32.div(greatest, valueLevels));
};

/** One block of rows times all columns, each sum times its row's scale. */
const blockTimesColumns = (
  f: FunctionBuilder,
  block: Address,
  endOfBlock: I32,
  place: {
    readonly columns: Address;
    readonly scales: Address;
    readonly output: Address;
    readonly endOfOutput: I32;
    readonly outputStride: number;
  },
): void => {
  const columns = f.let(place.columns);
  const out = f.let(place.output);
  const end = f.let(place.endOfOutput);
  f.untilEnd(out, end, () => {
    const rows = f.let(block);
    const sums = blockProduct(f, 'widened', { rows, endOfRows: endOfBlock, columns });
    sums.forEach((ofRow, row) => {
      const scale = f.let(v128.load32_splat(place.scales, row * 4));
      ofRow.forEach((sum, vector) =>
        f.run(
          v128.store(out, f32x4.mul(f32x4.convert_i32x4_s(sum), scale), row * place.outputStride + vector * 16),
        ),
      );
    });
    f.advance(out, blockVectors * 16);
  });
};
