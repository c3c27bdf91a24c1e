import { describe, expect, it } from 'vitest';
import { otherModelsText } from '../../../../extension/palace/calls/otherModels.ts';
import { stampKey, stampOfKey } from '../../../../extension/palace/model/embedding/modelStamp.ts';

const own = { model: 'own', dim: 384, sha256: '0123456789abcdef'.repeat(4), engine: 'web' };
const made = (changes: Partial<typeof own>) => {
  const stamp = { ...own, ...changes };
  return { key: stampKey(stamp), dim: stamp.dim };
};

describe('what is said of vectors of other models at a team’s server', () => {
  it('is nothing where there are none', () => {
    expect(otherModelsText({ docs: [made({})], plans: [] }, own)).toBeNull();
  });

  it('are the guard’s words, once for each model, with the wings that it is in', () => {
    const text = otherModelsText(
      { docs: [made({ model: 'two', dim: 768 })], plans: [made({ model: 'two', dim: 768 })], ours: [made({})] },
      own,
    );
    expect(text).toBe(
      'drawers of the wings docs, plans: ingest model: two (768), query model: own (384) — results may be unreliable. Searching by words only.',
    );
  });

  it('says that some of a wing’s drawers are meant where others are of the palace’s own model', () => {
    expect(otherModelsText({ docs: [made({}), made({ model: 'two' })] }, own)).toMatch(
      /^some drawers of the wing docs: ingest model: two \(384\)/,
    );
  });

  it('tells weights from engines though a key holds only the beginning of the hash', () => {
    expect(otherModelsText({ docs: [made({ engine: 'native' })] }, own)).toContain(
      'they differ in engine: native, web. ',
    );
    expect(otherModelsText({ docs: [made({ sha256: 'f'.repeat(64) })] }, own)).toContain(
      'they differ in their weights. ',
    );
  });

  it('takes whatever a member sends for a model', () => {
    for (const key of ['', 'no stamp', 'a/b/c', '/\n/']) expect(stampOfKey(key, 3)).toMatchObject({ model: key });
    expect(stampOfKey('some/one/0123456789ab/web', 3)).toEqual({
      model: 'some/one',
      dim: 3,
      sha256: '0123456789ab',
      engine: 'web',
    });
    const long = { ...own, model: 'm'.repeat(300) };
    expect(otherModelsText({ docs: [{ key: stampKey(long).slice(0, 200), dim: 384 }] }, long)).toBeNull();
    expect(otherModelsText({ docs: [{ key: '', dim: 384 }] }, own)).toContain('ingest model:  (384)');
  });
});
