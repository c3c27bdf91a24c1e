import { expect, it } from 'vitest';
import {
  importedNothing,
  importSummary,
  type ImportOutcome,
} from '../../../../extension/cli/output/importSummary.ts';

it('an import has failed if all was refused, not if there was nothing to do or something is there', () => {
  const outcome = { added: 0, duplicates: 0, skipped: {}, elapsed_ms: 1 };
  const warnings = ['drawers.jsonl, line 1: not UTF-8'];
  const problems = [{ file: 'talk.jsonl', where: '', reason: 'unreadable' }];
  expect(
    [outcome, { ...outcome, added: 1, warnings }, { ...outcome, duplicates: 1, problems }].map(importedNothing),
  ).toEqual([false, false, false]);
  const refused: ImportOutcome[] = [
    { ...outcome, warnings },
    { ...outcome, problems },
    { ...outcome, skipped: { not_a_conversation: 5 } },
    { ...outcome, skipped: { no_exchanges: 2 } },
  ];
  expect(refused.map(importedNothing)).toEqual([true, true, true, true]);
});

it('an import says in words what it left out, and why', () => {
  const outcome = {
    ...{ added: 0, duplicates: 0, elapsed_ms: 1, conversations: 0 },
    skipped: { not_a_conversation: 1, no_exchanges: 2, of_a_later_version: 3 },
    problems: [{ file: 'talk.json', where: 'conversation 1', reason: 'not_a_conversation' }],
  };
  expect(importSummary(outcome, false)).toBe(
    [
      '! talk.json, conversation 1: not a conversation',
      'Imported 0 drawers of 0 conversations; 0 duplicates; skipped: not a conversation 1, without an exchange 2, of_a_later_version 3.',
    ].join('\n'),
  );
});
