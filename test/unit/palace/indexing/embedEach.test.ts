import { describe, expect, it } from 'vitest';
import { embedEach } from '../../../../extension/palace/indexing/embedEach.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { isFiniteVector } from '../../../../extension/palace/vectors/norms.ts';

const texts = Array.from({ length: 16 }, (_, i) => `text ${i}`);
const lacksOfMemory = [
  new PalaceError('E_EMBEDDING', 'An embedding worker failed: JS heap out of memory'),
  new PalaceError('E_EMBEDDING', 'An embedding worker failed: WebAssembly.Memory(): could not allocate memory'),
  new PalaceError('E_EMBEDDING', 'An embedding worker failed: std::bad_alloc'),
];
const crash = new PalaceError('E_EMBEDDING', 'An embedding worker failed: memory access out of bounds');
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => expect.unreachable('it should have failed'),
    (thrown: unknown) => thrown,
  );

/** Throws the error for texts that `failsOn` names, and writes down what it was asked for. */
const embedderOf = (failsOn: (text: string) => boolean, error: Error = crash) => {
  const asked: string[][] = [];
  const embed = (batch: readonly string[]): Promise<Float32Array[]> => {
    asked.push([...batch]);
    return batch.some(failsOn)
      ? Promise.reject(error)
      : Promise.resolve(batch.map((text) => new Float32Array([text.length, 1])));
  };
  return { asked, embed };
};

describe('embedEach', () => {
  it('embeds a batch at once when nothing fails', async () => {
    const { asked, embed } = embedderOf(() => false);
    expect(await embedEach(texts, 2, embed)).toHaveLength(16);
    expect(asked).toEqual([texts]);
  });

  it.each([[[0]], [[15]], [[6, 7]], [[0, 3, 15]]])(
    'finds the texts %j that fail, in their places',
    async (bad) => {
      const { embed } = embedderOf((text) => bad.some((i) => text === `text ${i}`));
      const vectors = await embedEach(texts, 2, embed);
      expect(vectors.map(({ length }) => length)).toEqual(texts.map(() => 2));
      expect(vectors.flatMap((vector, i) => (isFiniteVector(vector) ? [] : [i]))).toEqual(bad);
      expect(vectors[10]).toEqual(new Float32Array(['text 10'.length, 1]));
    },
  );

  it('blames no text while a plain sentence fails, and tries no more then', async () => {
    const { asked, embed } = embedderOf(() => true);
    expect(await errorOf(embedEach(texts, 2, embed))).toBe(crash);
    expect(asked.map(({ length }) => length)).toEqual([16, 1]);
  });

  it.each([
    new PalaceError('E_CANCELLED', 'The embedder was closed.'),
    new PalaceError('E_MODEL_ALTERED', 'The model was replaced.'),
  ])('blames no text for “$message”', async (error) => {
    const { asked, embed } = embedderOf((text) => text === 'text 3', error);
    expect(await errorOf(embedEach(texts, 2, embed))).toBe(error);
    expect(asked).toEqual([texts]);
  });

  it.each(lacksOfMemory)('blames no text for “$message” while it meets plain sentences, too', async (error) => {
    const { asked, embed } = embedderOf((text) => text === 'text 3' || text.length > 6, error);
    expect(await errorOf(embedEach(texts, 2, embed))).toBe(error);
    expect(asked.map(({ length }) => length)).toEqual([16, 1]);
  });

  it.each(lacksOfMemory)('blames the text that alone ends in “$message”', async (error) => {
    const { asked, embed } = embedderOf((text) => text === 'text 3', error);
    const vectors = await embedEach(texts, 2, embed);
    expect(vectors.flatMap((vector, i) => (isFiniteVector(vector) ? [] : [i]))).toEqual([3]);
    expect(asked.filter(([text]) => text === 'text 3')).toHaveLength(2);
  });

  it.each(lacksOfMemory)('embeds a text when there is memory again after “$message”', async (error) => {
    let failures = 0;
    const { asked, embed } = embedderOf((text) => text === long && failures++ === 0, error);
    const long = 'word '.repeat(40);
    const [vector] = await embedEach([long], 2, embed);
    expect(vector).toEqual(new Float32Array([long.length, 1]));
    expect(asked.map(([text = '']) => text.length >= long.length)).toEqual([true, true, true]);
  });

  it('blames no text when the palace is closed between the failure and the plain sentence', async () => {
    const closed = new PalaceError('E_CANCELLED', 'Embedding was cancelled.');
    const { embed } = embedderOf((text) => text === 'text 3');
    const closing = (batch: readonly string[]) =>
      batch.some((text) => texts.includes(text)) ? embed(batch) : Promise.reject(closed);
    expect(await errorOf(embedEach(texts, 2, closing))).toBe(closed);
  });
});
