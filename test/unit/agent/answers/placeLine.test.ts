import { expect, it } from 'vitest';
import { placeLine } from '../../../../extension/agent/answers/placeLine.ts';

type Place = Parameters<typeof placeLine>[0];

const hit = (source_file: string, type: string) =>
  ({
    rank: 1,
    drawer_id: 'drawer_harbor_notes_1',
    type,
    source_file,
    lines: { start: 3, end: 9 },
    filed_at: '2026-03-01T12:00:00Z',
    pinned: false,
    archived: false,
    annotations: [],
  }) as unknown as Place['hit'];

const lineOf = (file: string, type = 'file') => placeLine({ hit: hit(file, type), also: [], alsoParts: [] }, []);

it('the head of a result is its place, by which the drawer can be read', () =>
  expect(lineOf('src/crane.ts')).toBe('1 src/crane.ts:3–9'));

it('names eight places of a file, and says how many more there are', () => {
  const also = Array.from({ length: 41 }, (_, i) => ({ start: 10 * i + 10, end: 10 * i + 19 }));
  expect(placeLine({ hit: hit('src/crane.ts', 'file'), also, alsoParts: [] }, [])).toBe(
    '1 src/crane.ts:3–9, 10–19, 20–29, 30–39, 40–49, 50–59, 60–69, 70–79 · 34 more places in it',
  );
  expect(placeLine({ hit: hit('src/crane.ts', 'file'), also: also.slice(0, 8), alsoParts: [] }, [])).toMatch(
    / · 1 more place in it$/,
  );
});

it('a file with a line break in its name is read by its ID: its place is not shown as it is', () => {
  expect(lineOf('d/a\nb.md')).toContain('1 drawer_harbor_notes_1 · ');
  expect(lineOf('d/a b.md')).toBe('1 d/a b.md:3–9');
});

it.each(['file', 'note'])(
  'a very long path of a %s is shortened in the middle, and the drawer read by its ID',
  (type) => {
    const line = lineOf(`docs/${'deep/'.repeat(800)}${'🚢'.repeat(200)}/crane.md`, type);
    expect(line).toContain('drawer_harbor_notes_1');
    expect(line).toContain('docs/deep/');
    expect(line).toContain('🚢/crane.md');
    expect(line.length).toBeLessThan(400);
    // No half of a character.
    expect(line).not.toMatch(/\p{Cs}/u);
  },
);
