import { i16x8, v128 } from '../assembly/instructions.ts';
import type { FunctionBuilder } from '../assembly/functionBuilder.ts';
import type { V128 } from '../assembly/expression.ts';
import { columnStep, upTo } from './blockProduct.ts';

/** The first two of each lane's four bytes, then the other two. */
const pairsFirst = [0, 1].flatMap((pair) =>
  upTo(4).flatMap((lane) => upTo(2).map((byte) => lane * 4 + pair * 2 + byte)),
);

/**
 * Widens weights of int8 `[step of 4][8 columns][4]` to i16 `[step of 2][8 columns][2]`. A step is read before it is written, so the
 * weights may be the second half of the room that the wide ones take. Parameters: weights and their end, wide weights.
 */
export const widenWeights = (f: FunctionBuilder): void => {
  const weights = f.parameter();
  const endOfWeights = f.parameter();
  const wide = f.parameter();
  f.untilEnd(weights, endOfWeights, () => {
    const vectors = upTo(columnStep / 16).map((vector) => {
      const loaded = f.let(v128.load(weights, vector * 16));
      return f.let(v128.shuffle(loaded, loaded, pairsFirst));
    });
    const store = (at: number, widen: (pairs: V128) => V128): void =>
      vectors.forEach((pairs, vector) => f.run(v128.store(wide, widen(pairs), at + vector * 16)));
    store(0, i16x8.extend_low_i8x16_s);
    store(columnStep, i16x8.extend_high_i8x16_s);
    f.advance(weights, columnStep);
    f.advance(wide, columnStep * 2);
  });
};
