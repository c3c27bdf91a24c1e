import { expect, it } from 'vitest';
import { eraseQuestion } from '../../../../extension/editor/erasing/eraseText.ts';
import type { EraseReach } from '../../../../extension/palace/contract/eraseSchemas.ts';
import { english } from '../localiser.ts';

const drawer = (
  id: string,
  changes: Partial<EraseReach['drawers'][number]> = {},
): EraseReach['drawers'][number] => ({
  drawer_id: id,
  why: 'asked',
  type: 'decision',
  source_file: null,
  archived: false,
  text_start: `The text\nof ${id}`,
  returns: false,
  ...changes,
});
const nothing: EraseReach = {
  drawers: [drawer('d1')],
  come_back: [],
  plans: [],
  queries: 0,
  backups: 0,
  other_copies: 0,
  quoted_in: [],
};

it('before erasing, a person is told what goes with it, what comes back and what is not reached', () => {
  const { message, detail } = eraseQuestion(
    {
      drawers: [
        drawer('d1', { returns: true, source_file: 'docs/gate.md' }),
        drawer('d2', { why: 'summary' }),
        drawer('d3', { text_start: '' }),
      ],
      come_back: ['d4', 'd5'],
      plans: ['plan-1'],
      queries: 3,
      backups: 2,
      other_copies: 1,
      quoted_in: ['d6'],
    },
    english,
  );
  expect(message).toBe('Erase 3 drawers for good?');
  for (const line of [
    '• The text of d1',
    '• a summary of it: The text of d2',
    '• d3 (sensitive)',
    'Plans removed: 1.',
    'Logged searches removed: 3.',
    'Backups replaced by a new one without them: 2.',
    'Leftover files of a repair or an interrupted run removed: 1.',
    'Back from the archive, since their summary goes: 2.',
    'Other drawers that quote them and stay: d6.',
  ])
    expect(detail.split('\n')).toContain(line);
  expect(detail).toContain('The source keeps its text (docs/gate.md).');
  expect(detail).toContain('Not reached: exports');
  expect(detail).toContain('chats, the clipboard, earlier searches and open tabs of other windows');
  expect(detail).toContain(
    'This window also forgets all earlier and starred searches and what the inspector shows',
  );
});

it('what is not reached by it is not mentioned, and of many drawers the number', () => {
  const { message, detail } = eraseQuestion(nothing, english);
  expect(message).toBe('Erase 1 drawer for good?');
  expect(detail).not.toMatch(/removed|replaced|archive|quote|source/);
  const many = { ...nothing, drawers: Array.from({ length: 20 }, (_, i) => drawer(`d${i}`)), quoted_in: null };
  expect(eraseQuestion(many, english).detail).toContain('… and 12 more');
  expect(eraseQuestion(many, english).detail).toContain('too many to look for other drawers');
});
