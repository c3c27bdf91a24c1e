import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visibleLine } from '../../../../webview/text/visibleLine.ts';
import { markTerms } from '../../../../extension/base/text/termMarks.ts';
import { runs } from '../../../fixtures/testSize.ts';

const word = fc.constantFrom(
  'token',
  'refreshTokens',
  'race',
  'grace',
  'HTTPServer',
  'unknown_token',
  'sha256',
  'query',
  'İstanbul',
  '記憶宮殿',
  'naïve',
  'cafe\u0301Token',
  'か\u3099',
  '👩‍💻',
  '<b>',
  ' ',
  '\n',
  '\t',
  '…',
  "'",
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
  fc.array(word, { maxLength: 30 }).map((words) => words.join('')),
);
const terms = fc.array(
  fc.oneof(
    fc.constantFrom('token', 'race', 'queri', 'http', 'us', '256', '記憶', 'refresh', 'cafe', 'が', ''),
    fc.string({ maxLength: 6 }),
  ),
  { maxLength: 6 },
);

test('the pieces join to the text verbatim', () => {
  fc.assert(
    fc.property(text, terms, (whole, stems) => {
      expect(
        markTerms(whole, stems)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(whole);
    }),
    { numRuns: runs(3000) },
  );
});

test('no piece is empty, and marked and plain pieces alternate', () => {
  fc.assert(
    fc.property(text, terms, (whole, stems) => {
      const pieces = markTerms(whole, stems);
      pieces.forEach((piece, index) => {
        expect(piece.text).not.toBe('');
        if (index > 0) expect(piece.marked).not.toBe(pieces[index - 1]?.marked);
      });
    }),
  );
});

test('without terms nothing is marked', () => {
  fc.assert(
    fc.property(text, (whole) => {
      expect(markTerms(whole, []).every(({ marked }) => !marked)).toBe(true);
    }),
  );
});

test('the best line stands in the drawer’s text, but for the cut at its beginning', () => {
  fc.assert(
    fc.property(text, terms, fc.constantFrom('file', 'git_commit'), fc.nat(90), (whole, stems, type, visible) => {
      const line = visibleLine(whole, type, stems, visible);
      expect(line).not.toContain('\n');
      const rest = line.startsWith('…') && !whole.includes(line) ? line.slice(1) : line;
      expect(whole).toContain(rest);
    }),
    { numRuns: runs(2000) },
  );
});
