import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadWeights } from '../../../../extension/palace/embedding/engine/engineMemory.ts';
import { forwardPass, type ForwardPass } from '../../../../extension/palace/embedding/engine/forwardPass.ts';
import { shapeOfWeights } from '../../../../extension/palace/embedding/engine/weightsFile.ts';
import { usableKernels } from '../../../../extension/palace/embedding/engine/usableKernels.ts';
import { plainForwardPass } from '../../../fixtures/models/plainForwardPass.ts';
import { smallModel, smallShape } from '../../../fixtures/models/smallModel.ts';
import { runs } from '../../../fixtures/testSize.ts';

const model = smallModel(7);
const kernels = usableKernels();
const passOf = (kind: (typeof kernels)[number]): ForwardPass => forwardPass(loadWeights(model.bytes, kind, 1), 0);
const text = (longest = 256): fc.Arbitrary<number[]> =>
  fc
    .integer({ min: 2, max: longest })
    .chain((length) =>
      fc.array(fc.nat(smallShape.vocabulary - 1), { minLength: length, maxLength: length, size: 'max' }),
    );

describe('the forward pass', () => {
  it('gives what a plain one in double precision gives, but for 7 bits of activations', () => {
    const pass = passOf('widened');
    fc.assert(
      fc.property(text(48), (tokens) => {
        const [vector, plain] = [pass(tokens), plainForwardPass(model, tokens)];
        expect(plain.reduce((sum, x, i) => sum + x * (vector[i] ?? 0), 0)).toBeGreaterThan(0.998);
      }),
      { numRuns: runs(25) },
    );
  });

  it('gives the same bits in every kernel, whatever was computed before, in every arena and memory', () => {
    const memories = kernels.map((kind) => loadWeights(model.bytes, kind, 2));
    const passes = memories.flatMap((memory) => [forwardPass(memory, 0), forwardPass(memory, 1)]);
    fc.assert(
      fc.property(text(), (tokens) => {
        const alone = forwardPass(loadWeights(model.bytes, 'widened', 1), 0)(tokens);
        for (const pass of passes) expect(pass(tokens)).toEqual(alone);
        expect(Math.hypot(...alone)).toBeCloseTo(1, 5);
      }),
      { numRuns: runs(40) },
    );
  });

  it('takes every length from 2 to 256', () => {
    const pass = passOf(kernels[0] ?? 'widened');
    const tokens = Array.from({ length: 256 }, (_, i) => (i * 7) % smallShape.vocabulary);
    const seen = new Set<string>();
    for (let length = 2; length <= 256; length += 1) seen.add(pass(tokens.slice(0, length)).join());
    expect(seen.size).toBe(255);
  });

  it('takes the order of the tokens in', () => {
    const pass = passOf('widened');
    expect(pass([1, 2, 3])).not.toEqual(pass([1, 3, 2]));
  });

  it.each([
    [[], '2 to 256'],
    [[1], '2 to 256'],
    [Array.from({ length: 257 }, () => 1), '2 to 256'],
    [[1, 40], '0 to 39'],
    [[1, -1], '0 to 39'],
    [[1, 0.5], '0 to 39'],
    [[NaN, 1], '0 to 39'],
  ])('refuses what is no text of the model (%#), and says what one is', (tokens, what) => {
    expect(() => passOf('widened')(tokens)).toThrow(what);
  });
});

describe('a weights file', () => {
  it('is refused when it is cut, empty, of another kind or of sizes that the kernels are not made for', () => {
    const with_ = (at: number, value: number): Uint8Array => {
      const copy = model.bytes.slice();
      new DataView(copy.buffer).setUint32(at, value, true);
      return copy;
    };
    expect(shapeOfWeights(model.bytes)).toEqual(smallShape);
    expect(() => shapeOfWeights(new Uint8Array(0))).toThrow('shorter');
    expect(() => shapeOfWeights(model.bytes.subarray(0, -64))).toThrow('bytes instead of');
    expect(() => shapeOfWeights(with_(0, 7))).toThrow('SPW1');
    expect(() => shapeOfWeights(with_(8, 65))).toThrow('not supported');
    expect(() => shapeOfWeights(with_(20, 512))).toThrow('not supported');
    expect(() => shapeOfWeights(with_(12, 0))).toThrow();
  });
});
