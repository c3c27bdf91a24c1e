import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { containsPhrase } from '../../../../../extension/palace/lexical/query/phrase.ts';
import { parseQuery } from '../../../../../extension/palace/lexical/query/queryParser.ts';
import { sentencesOf } from '../../../../../extension/palace/lexical/text/sentenceRanges.ts';
import { sentenceTerms, termSequence } from '../../../../../extension/palace/lexical/text/sentenceTerms.ts';
import { maxTermLength } from '../../../../../extension/palace/lexical/text/word.ts';
import { PalaceError } from '../../../../../extension/palace/model/errors/palaceError.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        'The',
        'cat',
        "don't",
        'getUserName',
        '机械学习',
        'utf8Decoder',
        '.',
        '. ',
        '\n',
        '\r\n',
        ' ',
        'ﬁne',
        '"',
        '…',
        ';',
        '{',
        '- ',
        '\ud83d',
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);
const queryText = fc.oneof(
  anyText,
  fc
    .array(
      fc.constantFrom(
        'wing:',
        'type:',
        'file',
        'before:',
        '2023',
        '-',
        '"',
        '“',
        '”',
        ',',
        ' ',
        ':',
        'cat',
        'path:',
        '\\',
        '-cat',
        '\n',
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join('')),
);

it('terms are well-formed, not empty, at most 64 characters, and the same for an analyser that knows them', () => {
  const seasoned = new Analyser();
  fc.assert(
    fc.property(anyText, (text) => {
      const terms = new Analyser().terms(text);
      for (const term of terms) {
        expect(term.length).toBeGreaterThan(0);
        expect(term.length).toBeLessThanOrEqual(maxTermLength);
        expect(term).not.toMatch(/[\n\ud800-\udfff]/u);
      }
      expect(seasoned.terms(text)).toEqual(terms);
      expect(seasoned.terms(text)).toEqual(terms);
    }),
    { numRuns: runs(500) },
  );
});

it('letter case and the form of accents do not matter for plain words', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('cat', 'rotation', 'josé', 'naïve', 'überall'), { maxLength: 8 }),
      (words) => {
        const text = words.join(' ');
        const terms = new Analyser().terms(text);
        expect(new Analyser().terms(text.toUpperCase())).toEqual(terms);
        expect(new Analyser().terms(text.normalize('NFD'))).toEqual(terms);
      },
    ),
  );
});

it('words and sequences stand in order, inside the text, and their terms are the text’s', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const analyser = new Analyser();
      let last = 0;
      analyser.scan(text, (word, start, end) => {
        if (word.kind !== 'closing' && word.kind !== 'bigram') {
          expect(start).toBeGreaterThanOrEqual(last);
          last = end;
        }
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
      });
      const sequence = termSequence(text, analyser);
      expect(new Set(sequence.map(({ term }) => term))).toEqual(new Set(analyser.terms(text)));
      sequence.forEach(({ start, end, position }, i) => {
        expect(start).toBeGreaterThanOrEqual(sequence[i - 1]?.start ?? 0);
        expect(position).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(text.length);
      });
    }),
    { numRuns: runs(500) },
  );
});

it('sentences cover all but white space, in order, once; their terms are the text’s', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const analyser = new Analyser();
      const sentences = sentencesOf(text);
      let at = 0;
      for (const { start, end } of sentences) {
        expect(text.slice(at, start).trim()).toBe('');
        expect(text.slice(start, end)).toBe(text.slice(start, end).trim());
        expect(end).toBeGreaterThan(start);
        at = end;
      }
      expect(text.slice(at).trim()).toBe('');
      expect(sentenceTerms(text, analyser).flatMap(({ terms }) => terms)).toEqual(
        termSequence(text, analyser).map(({ term }) => term),
      );
    }),
    { numRuns: runs(500) },
  );
});

it('a text contains each run of its words as a phrase', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('the', 'cat', 'getUserName', 'rotated', "don't", 'José', 'a'), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.nat(),
      fc.nat(),
      (words, from, count) => {
        const start = from % words.length;
        const phrase = words.slice(start, start + 1 + (count % (words.length - start))).join(' ');
        expect(containsPhrase(words.join(', '), phrase, new Analyser())).toBe(true);
      },
    ),
  );
});

it('parsing a query throws nothing but a PalaceError', () => {
  fc.assert(
    fc.property(queryText, (text) => {
      try {
        const query = parseQuery(text);
        expect(query.text).toBe(query.text.trim());
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(PalaceError);
      }
    }),
    { numRuns: runs(2000) },
  );
});

it('text without operators comes through verbatim but for its white space', () => {
  fc.assert(
    fc.property(
      anyText.filter((text) => text.trim() !== '' && !/["“„:]|(?:^|\s)-/u.test(text)),
      (text) => {
        const expected = text.trim().split(/\s+/).join(' ');
        expect(parseQuery(text)).toEqual({
          text: expected,
          words: expected,
          phrases: [],
          excluded: [],
          excludedPhrases: [],
          filter: {},
        });
      },
    ),
    { numRuns: runs(1000) },
  );
});
