import { expect, it } from 'vitest';
import { fieldsFrom } from '../../../../extension/palace/recall/fieldsFrom.ts';
import { inverseDocumentFrequency } from '../../../../extension/palace/lexical/bm25.ts';

const none = { documents: 0, length: 0, frequencies: new Map<string, number>() };
const empty = { text: none, names: none, paths: none };

it('a word that is rare in texts counts as rare in names and paths, too', () => {
  const { text, names, paths } = fieldsFrom({ drawers: 10_000, frequencies: [10, 5_000, 0] }, empty);
  expect(text.frequencies).toEqual([10, 5_000, 0]);
  for (const { documents, frequencies } of [text, names, paths]) {
    const [rare = NaN, common = NaN, unknown = NaN] = frequencies.map((held) =>
      inverseDocumentFrequency(documents, held),
    );
    expect(rare).toBeGreaterThan(5);
    expect(common).toBeLessThan(3);
    expect(unknown).toBeGreaterThan(rare);
  }
});

it('field lengths come from the palace, or are typical ones; no word is in more documents than a field has', () => {
  const own = {
    text: { ...none, documents: 4, length: 80 },
    names: { ...none, documents: 4, length: 12 },
    paths: none,
  };
  const { text, names, paths } = fieldsFrom({ drawers: 100, frequencies: [100] }, own);
  expect([text.length, names.length, paths.length]).toEqual([2_000, 300, 50]);
  for (const { documents, frequencies } of [text, names, paths])
    expect(frequencies[0]).toBeLessThanOrEqual(documents);
  const nothing = fieldsFrom({ drawers: 0, frequencies: [0] }, empty);
  for (const field of [nothing.text, nothing.names, nothing.paths])
    expect(field).toEqual({ documents: 0, length: 0, frequencies: [0] });
});
