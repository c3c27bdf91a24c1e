import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildClosetLines,
  CLOSET_EXTRACT_WINDOW,
  type ClosetDrawer,
} from '../../../../../extension/palace/filing/closets/buildClosetLines.ts';
import {
  CLOSET_CHAR_LIMIT,
  closetLineText,
  extractDrawerIdsFromCloset,
  formatClosetLine,
  packClosetLines,
  type ClosetLine,
} from '../../../../../extension/palace/model/drawer/closetLine.ts';
import { drawerId } from '../../../../../extension/palace/model/drawer/ids.ts';

const drawers = (...texts: string[]): ClosetDrawer[] =>
  texts.map((text, i) => ({ id: drawerId(`drawer_harbor_docs_${i}`), text }));
const lines = (...texts: string[]): ClosetLine[] => buildClosetLines(drawers(...texts), 'notes.md', true);
const topics = (...texts: string[]): string[] => lines(...texts).map(({ topic }) => topic);
const entities = (...texts: string[]): string[] => [...new Set(lines(...texts).flatMap((line) => line.entities))];

describe('closet lines', () => {
  it('point to the drawers that hold their topic, as topic|entities|→ids', () => {
    const [first] = lines(
      '# Rotation\n\nRefresh tokens rotate on every use, wrote Milla to Igor.\n',
      'Nothing of the kind here.\n',
    );
    expect(first).toMatchObject({ topic: 'Rotation', drawerIds: ['drawer_harbor_docs_0'] });
    expect(formatClosetLine(first ?? { topic: '', entities: [], drawerIds: [] })).toMatch(
      /^Rotation\|[^|]*\|→drawer_harbor_docs_0$/u,
    );
  });

  it('include Markdown headings of every level, but no comments of programs', () => {
    expect(topics('# One\n\ntext\n\n### Three ###\n\ntext\n')).toEqual(expect.arrayContaining(['One', 'Three']));
    expect(
      buildClosetLines(drawers('# do it here first\nrun();\n'), 'a.py', false).map(({ topic }) => topic),
    ).not.toContain('do it here first');
  });

  it('come of a text that is one long line', () => {
    // What takes time by the square of these never ends.
    expect(topics(`# ${' #'.repeat(2 ** 19)}x\n\n${'A'.repeat(2 ** 20)}\n\n# Two ##\t\n`)).toContain('Two');
  });

  it('ignore words that are capitalised only at the start of a sentence', () => {
    const found = entities(
      'When it rains, we wait. The crane stops. After lunch it goes on. Monday is free. The User asks. Manager Ben agrees.\n',
    );
    for (const word of ['When', 'The', 'After', 'Monday', 'User', 'Manager', 'Manager Ben'])
      expect(found).not.toContain(word);
  });

  it('keep real names, at the start of a sentence and inside', () => {
    const found = entities('Igor asked Milla about the crane. Milla told Igor to wait for Ben Okafor.\n');
    expect(found).toEqual(expect.arrayContaining(['Igor', 'Milla', 'Ben Okafor']));
  });

  it('keep identifiers as entities', () => {
    expect(entities('The function rotateToken calls spend_token twice.\n')).toEqual(
      expect.arrayContaining(['rotateToken', 'spend_token']),
    );
  });

  it('are one line with the file’s name if nothing else is found', () => {
    expect(lines('1 2 3\n', '4 5\n')).toEqual([
      { topic: 'notes.md', entities: [], drawerIds: ['drawer_harbor_docs_0', 'drawer_harbor_docs_1'] },
    ]);
    expect(buildClosetLines([], 'empty.md', true)).toEqual([]);
  });

  it('point to at most five drawers, and name at most five entities', () => {
    const many = lines(
      ...Array.from(
        { length: 9 },
        (_, i) => `The ledger of Anna, Bert, Carl, Dora, Emil, Fritz and Gerd number${i}.\n`,
      ),
    );
    expect(Math.max(...many.map(({ drawerIds }) => drawerIds.length))).toBe(5);
    expect(Math.max(...many.map((line) => line.entities.length))).toBe(5);
  });

  it('have at most 12 topics and 3 quotes per window', () => {
    const text = Array.from(
      { length: 40 },
      (_, i) =>
        `## Heading number${i}\n\nSentence ${i} says that the crane of berth ${i} was repaired by Igor last week.\n\n`,
    )
      .join('')
      .slice(0, CLOSET_EXTRACT_WINDOW);
    const quotes = topics(text).filter((topic) => topic.startsWith('"'));
    expect(quotes).toHaveLength(3);
    expect(topics(text)).toHaveLength(15);
  });

  it('quote whole sentences verbatim', () => {
    const text =
      'We talked. The harbour master Igor closed berth 7 because the crane cable of Milla was worn. Fine.\n';
    expect(topics(text)).toContain(
      '"The harbour master Igor closed berth 7 because the crane cable of Milla was worn."',
    );
  });

  it('cover the whole source, not only its first window', () => {
    const filler = 'The tide came and the tide went over the quiet quay again. '.repeat(12);
    const texts = [...Array.from({ length: 30 }, () => filler), '# The last heading\n\nzebraCrossing\n'];
    expect(topics(...texts)).toContain('The last heading');
  });

  it('describe all parts of a drawer that is longer than a window', () => {
    const text = `# Start\n\n${'plain words of no weight '.repeat(500)}\n\n# Finish\n\nend\n`;
    expect(topics(text)).toEqual(expect.arrayContaining(['Start', 'Finish']));
  });

  it('are the same for the same drawers, and point to nothing else', () => {
    const word = fc.constantFrom(
      'Igor',
      'crane',
      'rotateToken',
      'the',
      '# Title\n',
      'berth 7.',
      'says',
      '\n',
      '|',
      '→',
      ';',
      '"',
      '🦀',
      '\ud800',
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
          { maxLength: 12 },
        ),
        (texts) => {
          const made = lines(...texts);
          expect(lines(...texts)).toEqual(made);
          const ids = new Set<string>(drawers(...texts).map(({ id }) => id));
          for (const line of made) {
            expect(line.drawerIds.length).toBeGreaterThan(0);
            expect(new Set(extractDrawerIdsFromCloset(formatClosetLine(line)))).toEqual(new Set(line.drawerIds));
            for (const id of line.drawerIds) expect(ids.has(id)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('packing lines into closets', () => {
  const line = fc.record({
    topic: fc.string({ maxLength: 300, unit: 'grapheme' }),
    entities: fc.array(fc.string({ maxLength: 30 }), { maxLength: 5 }),
    drawerIds: fc.uniqueArray(
      fc.integer({ min: 0, max: 500 }).map((i) => drawerId(`drawer_a_wing_with_a_name_and_a_room_with_one_${i}`)),
      { minLength: 1, maxLength: 60 },
    ),
  });

  it('splits no line and loses no pointer, and no closet is over the limit', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (all) => {
        const closets = packClosetLines(all);
        for (const closet of closets) {
          expect(closet.length).toBeLessThanOrEqual(CLOSET_CHAR_LIMIT);
          for (const one of closet.split('\n')) expect(one).toMatch(/\|→[^|]+$/u);
        }
        expect(new Set(extractDrawerIdsFromCloset(closets.join('\n')))).toEqual(
          new Set(all.flatMap(({ drawerIds }) => drawerIds)),
        );
      }),
    );
  });

  it('begins a new closet rather than going over the limit', () => {
    const long = (i: number): ClosetLine => ({
      topic: `${i} ${'x'.repeat(700)}`,
      entities: [],
      drawerIds: [drawerId('d')],
    });
    expect(packClosetLines([long(1), long(2), long(3)]).map((closet) => closet.split('\n').length)).toEqual([
      2, 1,
    ]);
  });

  it('cuts the pointers of a line that is too long by itself into several lines', () => {
    const ids = Array.from({ length: 60 }, (_, i) => drawerId(`drawer_${'w'.repeat(40)}_${i}`));
    const closets = packClosetLines([{ topic: 'crane', entities: [], drawerIds: ids }]);
    expect(closets.length).toBeGreaterThan(1);
    expect(closets.flatMap((closet) => closet.split('\n')).every((text) => closetLineText(text) === 'crane')).toBe(
      true,
    );
    expect(extractDrawerIdsFromCloset(closets.join('\n'))).toEqual(ids);
  });
});

describe('the pointers of a closet', () => {
  it('are read from every line, each drawer once, in the order of first mention', () => {
    expect(extractDrawerIdsFromCloset('a|x;y|→d2,d1\n"b"||→d1,d3')).toEqual(['d2', 'd1', 'd3']);
  });

  it('are none where a line has none', () => {
    for (const text of ['', 'no pointer', 'a|b|', 'a → b', 'a|→', '|→,,'])
      expect(extractDrawerIdsFromCloset(text)).toEqual([]);
  });

  it('survive topics that hold the separators', () => {
    const text = formatClosetLine({ topic: 'a|b →c\nd', entities: ['x;y', '|'], drawerIds: [drawerId('d')] });
    expect(text).toBe('a b c d|x y|→d');
    expect(closetLineText(text)).toBe('a b c d|x y');
  });
});
