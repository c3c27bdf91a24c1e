import { expect, test } from 'vitest';
import { waterfall } from '../../../../extension/cli/output/waterfall.ts';
import { longResult } from '../../../fixtures/inspector/sampleResults.ts';

const results = longResult(1, Date.parse('2026-03-01T12:00:00Z')).results;

test.each([
  [{}, true, 'it has no vector yet'],
  [{ sensitive: true }, true, 'it is sensitive, so it has no vector'],
  [{ unembeddable: true }, true, 'the model can’t embed its text, so it has no vector'],
  [{ archived: true }, true, 'it was archived before it got a vector'],
  [{ palace: 'docs' }, true, 'no vector in “docs” to compare'],
  [{ palace: 'docs', archived: true }, true, 'no vector in “docs” to compare'],
  [{ palace: 'docs', sensitive: true }, true, 'it is sensitive, so it has no vector'],
  [{ palace: 'docs' }, false, 'meaning was not compared'],
  [{ sensitive: true }, false, 'meaning was not compared'],
])('a result without a cosine says why: %o, meaning compared: %o', (drawer, isMeaningCompared, why) => {
  const [line] = results.flatMap((hit) =>
    waterfall({ ...hit, ...drawer, cosine_similarity: 0 }, isMeaningCompared, {
      columns: 200,
      style: (_, text) => text,
    }),
  );
  expect(line).toMatch(new RegExp(`cosine +0\\.000 .* ${why}$`));
});
