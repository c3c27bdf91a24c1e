import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Analyser } from '../../../../../extension/palace/lexical/text/analysis.ts';
import { extractiveSummary } from '../../../../../extension/palace/memory/summaries/extractiveSummary.ts';
import { factsOf } from '../../../../../extension/palace/memory/summaries/facts.ts';
import { leftOut, type Original } from '../../../../../extension/palace/memory/summaries/leftOut.ts';
import { runs } from '../../../../fixtures/testSize.ts';

const word = fc.constantFrom(
  'token',
  'rate',
  'limit',
  'gateway',
  'clock',
  'the',
  'burst',
  '20',
  '1,200',
  '2025-03-11',
  'AUTH_TTL',
  'rotateToken',
  'src/a.ts',
  '#1482',
  'https://a.example/b?c=1',
  '11',
  'March',
  '2025',
  '9f3e1c7',
  '(61',
  'ms).',
  '20%',
  'v1.2.3',
  '--flag',
  '令牌20个',
  '1.',
  '“p99”',
);
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 12 }), fc.constantFrom('. ', '\n', '! ', ' '))
  .map(([words, end]) => words.join(' ') + end);
const originals: fc.Arbitrary<readonly Original[]> = fc
  .array(
    fc.oneof(
      fc.array(sentence, { minLength: 1, maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'grapheme', maxLength: 80 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((texts) => texts.map((text, i) => ({ id: `d${i}`, text })));
const analyser = new Analyser();

describe('what a summary leaves out', () => {
  it('is nothing where it holds every text, and every fact where it is empty', () => {
    fc.assert(
      fc.property(originals, (drawers) => {
        expect(leftOut(drawers, drawers.map(({ text }) => text).join('\n'))).toEqual([]);
        for (const { id, text } of drawers) {
          expect(
            new Set(
              leftOut(drawers, '')
                .filter((left) => left.drawer_id === id)
                .map(({ fact }) => fact),
            ),
          ).toEqual(new Set(factsOf(text).map(({ fact }) => fact)));
        }
      }),
      { numRuns: runs(1000) },
    );
  });

  it('never grows with a line more', () => {
    fc.assert(
      fc.property(originals, sentence, sentence, (drawers, summary, more) => {
        const before = leftOut(drawers, summary).map((left) => JSON.stringify(left));
        for (const left of leftOut(drawers, `${summary}\n\n${more}`))
          expect(before).toContain(JSON.stringify(left));
      }),
      { numRuns: runs(500) },
    );
  });

  it('and what it keeps are together all facts there are', () => {
    fc.assert(
      fc.property(originals, (drawers) => {
        const { text } = extractiveSummary(drawers, analyser);
        const kept = new Set(factsOf(text).map(({ fact }) => fact));
        const left = new Set(leftOut(drawers, text).map(({ fact }) => fact));
        for (const { fact } of drawers.flatMap((drawer) => factsOf(drawer.text)))
          expect(kept.has(fact) || left.has(fact) || (/\s/u.test(fact) && text.includes(fact)), fact).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('an extractive summary', () => {
  it('is verbatim: each stretch stands so in the drawer that it names', () => {
    fc.assert(
      fc.property(originals, (drawers) => {
        const { text, references } = extractiveSummary(drawers, analyser);
        for (const { start, end, drawer_id: id, drawer_start: at } of references) {
          const original = drawers.find((drawer) => drawer.id === id)?.text ?? '';
          expect(original.slice(at, at + end - start)).toBe(text.slice(start, end));
        }
        expect(
          references
            .reduce(
              (rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end),
              text,
            )
            .trim(),
        ).toBe('');
      }),
      { numRuns: runs(500) },
    );
  });

  it('has a paragraph for each drawer, no heading glued to its text, and items on lines of their own', () => {
    const { text } = extractiveSummary(
      [
        {
          id: 'a',
          text: '# Tokens\n\n## Context\n\nTokens rotate in the gateway. The night job rotates them.\n\n**Decision:**\n\n- Rotate tokens each night\n- Keep two tokens\n',
        },
        { id: 'b', text: 'Release of 2026-03-01:\n=====\n\nThe gateway answers 429. Clients wait then.' },
      ],
      analyser,
    );
    expect(text).toBe(
      'Tokens rotate in the gateway. The night job rotates them.\n- Rotate tokens each night\n- Keep two tokens\n\nRelease of 2026-03-01:\nThe gateway answers 429. Clients wait then.',
    );
    expect(extractiveSummary([{ id: 'c', text: '# Only a heading\n' }], analyser).text).toBe('# Only a heading');
  });

  it('leaves out the titles of notes, and keeps each drawer in its own order where one of its sentences leads', () => {
    const notes = [
      { id: 'a', text: 'Locks last half an hour\nA berth is locked during a booking; it lasts 30 minutes.' },
      { id: 'b', text: 'Locks have a setting\nA berth is locked while booking; BERTH_TTL says how long.' },
      { id: 'c', text: 'Since 2025-07-26\nA berth is locked during a booking; it lasts 45 minutes.' },
    ];
    expect(extractiveSummary(notes, analyser).text).not.toMatch(/Locks (last|have)/);
    const start = notes[2]?.text.indexOf('A berth') ?? 0;
    const { text } = extractiveSummary(notes, analyser, [{ drawer: 2, start }]);
    expect(text.split('\n\n')[0]).toBe(notes[2]?.text);
    const wrapped = 'The crane of the northern pier is inspected in\nMarch, before the ferries sail.';
    expect(extractiveSummary([{ id: 'd', text: wrapped }], analyser).text).toBe(wrapped);
  });

  it('is there wherever there is a sentence, no longer than the originals, and the same each time', () => {
    fc.assert(
      fc.property(originals, (drawers) => {
        const { text } = extractiveSummary(drawers, analyser);
        if (drawers.some((drawer) => /\S/.test(drawer.text))) expect(text).not.toBe('');
        expect(text.length).toBeLessThanOrEqual(drawers.reduce((sum, drawer) => sum + drawer.text.length + 2, 0));
        expect(extractiveSummary(drawers, new Analyser())).toEqual(extractiveSummary(drawers, analyser));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('facts', () => {
  it.each([
    ['The limit is 20 a minute (decided 2025-03-11).', ['20', '2025-03-11']],
    ['See https://harbor.example/d/auth-bursts, please.', ['https://harbor.example/d/auth-bursts']],
    ['config key `AUTH_REFRESH_TTL` in src/auth/token.ts', ['AUTH_REFRESH_TTL', 'src/auth/token.ts']],
    ['Decided on 4 November 2024 in PR #1482.', ['4', '4 November 2024', '2024', '#1482']],
    ['token (61\nMarch. ', ['61']],
    ['Measured at 61\nMarch 11\n2025 was quieter.', ['61', 'March 11', '11', '2025']],
    ['On 3\tMarch\u00a02025, or 11. March.', ['3', '3\tMarch\u00a02025', '2025', '11', '11. March']],
    ['On March 11, 2025 it failed, e.g. at 14:02.', ['March 11, 2025', '11', '2025', '14:02']],
    ['Fixed in 9f3e1c7; p99 at 61 ms, 20% less.', ['9f3e1c7', 'p99', '61', '20%']],
    ['rotateToken() calls std::move with --force', ['rotateToken', 'std::move', '--force']],
    ['It may fail in march or in May.', []],
    ['令牌在2025-03-11之后只有20个', ['2025-03-11', '20']],
    ['1. first\n2. second', []],
  ])('of “%s” are %j', (text, facts) => expect(factsOf(text).map(({ fact }) => fact)).toEqual(facts));
});
