import { expect, it } from 'vitest';
import { importedNothing } from '../../../../extension/cli/output/importSummary.ts';

it('an import has failed if all was refused, not if there was nothing to do or something is there', () => {
  const outcome = { added: 0, duplicates: 0, skipped: {}, elapsed_ms: 1 };
  const warnings = ['drawers.jsonl, line 1: not UTF-8'];
  const problems = [{ file: 'talk.jsonl', where: '', reason: 'unreadable' }];
  expect(
    [outcome, { ...outcome, added: 1, warnings }, { ...outcome, duplicates: 1, problems }].map(importedNothing),
  ).toEqual([false, false, false]);
  expect(
    [
      { ...outcome, warnings },
      { ...outcome, problems },
      { ...outcome, skipped: { not_a_conversation: 5 } },
    ].map(importedNothing),
  ).toEqual([true, true, true]);
});
