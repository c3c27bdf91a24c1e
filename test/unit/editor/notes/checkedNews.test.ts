import { expect, test } from 'vitest';
import german from '../../../../l10n/bundle.l10n.de.json' with { type: 'json' };
import { checkedNews } from '../../../../extension/editor/notes/checkedNews.ts';
import { english } from '../localiser.ts';

const texts: Readonly<Record<string, string>> = german;
const localiser = {
  ...english,
  t: (text: string, ...values: (string | number | boolean)[]) => english.t(texts[text] ?? text, ...values),
};
const told = (reason: string, applied: boolean) =>
  checkedNews(
    {
      drawer_id: 'new',
      checked_at: '2026-03-01T12:00:00.000Z',
      check_ms: 1,
      duplicates: [],
      pattern: null,
      curation: [
        {
          drawer_id: 'old',
          similarity: 0.9,
          action: 'UPDATE',
          reason,
          applied,
          text_start: 'The gateway allows 100.',
        },
      ],
    },
    localiser,
  ).map(({ text }) => text);

test('why a new note replaces an older one is told in the display language', () => {
  expect(told('the same with another number', true)).toEqual([
    'Die neue Notiz ersetzt eine ältere (dasselbe mit einer anderen Zahl): The gateway allows 100.',
  ]);
  expect(told('retracts it, in one part of a long note', false)).toEqual([
    'Die neue Notiz ersetzt offenbar eine ältere (nimmt sie zurück, in einem Teil einer langen Notiz): The gateway allows 100.',
  ]);
});
