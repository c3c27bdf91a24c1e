import { describe, expect, it } from 'vitest';
import { clsPooling, l2Normalised, meanPooling } from '../../../../extension/palace/embedding/pooling.ts';

describe('pooling', () => {
  const threeTokens = Float32Array.of(1, 2, 3, 4, 5, 12);

  it('takes the mean over the tokens, component by component', () => {
    expect(meanPooling(threeTokens, 2)).toEqual(Float64Array.of(3, 6));
  });

  it('takes the first token alone when the model was trained so', () => {
    expect(clsPooling(threeTokens, 2)).toEqual(Float64Array.of(1, 2));
  });

  it('brings a vector to length 1 and leaves the zero vector', () => {
    expect(l2Normalised(Float64Array.of(3, -4))).toEqual(Float32Array.of(0.6, -0.8));
    expect(l2Normalised(Float64Array.of(0, 0))).toEqual(Float32Array.of(0, 0));
  });
});
