import { expect, test } from 'vitest';
import { translator } from '../../../../webview/text/translate.ts';
import { whyFound } from '../../../../webview/score/whyFound.ts';
import { sampleResult } from '../../../fixtures/inspector/sampleResults.ts';

const t = translator({});
const [hit] = sampleResult(0).results;
if (hit === undefined) throw new RangeError('There is no sample.');
const of = (changes: Partial<typeof hit>, terms = ['berth', 'lock']) => {
  const { words, full, rest } = whyFound(
    { ...hit, type: 'file', source_file: 'src/a.ts', score_events: [], text: 'the berth', ...changes },
    terms,
    t,
  );
  return [words, full, ...rest];
};

test('how many of the query’s words a result holds is said first, those in its path included', () => {
  expect(of({ cosine_similarity: 0.1 })).toEqual(['1 of 2 words', false]);
  expect(of({ cosine_similarity: 0.1, source_file: 'src/berthLock.ts' })).toEqual([
    '2 of 2 words',
    true,
    '2 in the path',
  ]);
});

test('the words of a query are counted in the singular where it has one', () => {
  expect(of({ cosine_similarity: 0.1 }, ['berth'])).toEqual(['1 of 1 word', true]);
});

test('words with accents are held, too', () => {
  expect(of({ cosine_similarity: 0.1, text: 'Die Schlüsselrotation läuft.' }, ['schlusselrot', 'lauft'])).toEqual([
    '2 of 2 words',
    true,
  ]);
});

test('a semantic match is strong, plain, or said to be weak where it is all there is', () => {
  expect(of({ cosine_similarity: 0.6 })).toContain('strong semantic match');
  expect(of({ cosine_similarity: 0.3 })).toContain('semantic match');
  expect(of({ cosine_similarity: 0.1, text: 'fog' })).toEqual([null, false, 'weak semantic match alone']);
  expect(of({ cosine_similarity: 0.6, text: 'fog' })).toEqual([null, false, 'strong semantic match alone']);
});

test('that a commit lifted a file is said', () => {
  const events = [
    { phase: 'history' as const, delta: 0.2, reason: 'the commit “Lock the berth”, at 0.800, changed it' },
  ];
  expect(of({ score_events: events })).toContain('a fitting commit changed it');
});

test('that its test lifted a source is said', () => {
  const events = [
    {
      phase: 'tests' as const,
      delta: 0.2,
      reason: 'the test of its name, test/a.test.ts, holds 0.80 of the query',
    },
  ];
  expect(of({ score_events: events })).toContain('its test fits');
});

test('that a kind of file ranks lower is said with how much', () => {
  const events = [{ phase: 'kind' as const, delta: -0.1, reason: 'a test' }];
  expect(of({ source_file: 'test/a.test.ts', score_events: events })).toContain('test: 0.100 lower');
});
