import { expect, it } from 'vitest';
import { drawerExcerpt, drawerFacts, drawerLabel } from '../../../../extension/editor/memory/drawerText.ts';
import { drawerOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

it('a summary is called by its own first line, not by what replaced its drawers, which the tooltip tells', () => {
  const replaced = '[Replaced by drawer_harbour_1 of 2026-01-02: The crane lifts ten tonnes]';
  const summary = { ...drawerOf(1), type: 'insight', source_file: null, lines: null } as const;
  const text = `${replaced}\nThe crane lifts eight tonnes.`;
  expect(drawerLabel({ ...summary, text }, english)).toBe('The crane lifts eight tonnes.');
  expect(drawerExcerpt({ ...summary, text })).toContain('The crane lifts ten tonnes');
  expect(drawerLabel({ ...summary, text: replaced }, english)).toContain('drawer_harbour_1');
});

it('the tooltip says in words why a drawer is archived, and not that an archived one could be found', () => {
  const archived = { archived: true, archived_at: '2026-01-03T00:00:00.000Z', archive_reason: 'by_hand' } as const;
  const facts = drawerFacts(drawerOf(1, { ...archived, has_vector: false }), english);
  expect(facts).toContain('archived 2026-01-03 · Archived by hand');
  expect(facts.join()).not.toContain('found by');
});

it('the tooltip says why a drawer is found by words only, and does not promise a vector that never comes', () => {
  const due = drawerOf(1, { has_vector: false });
  expect(drawerFacts(due, english)).toContain('found by words only: it has no vector yet');
  expect(drawerFacts({ ...due, unembeddable: true }, english)).toEqual([
    ...drawerFacts(due, english).slice(0, -1),
    'found by words only: the model can’t embed its text',
  ]);
});

it('the tooltip says that a drawer is sensitive, and by its title what replaces it', () => {
  const older = drawerOf(1, { sensitive: true, superseded_by: 'drawer_2' });
  const newer = drawerOf(2, { type: 'decision', source_file: null, text: 'Seats are held for five minutes.' });
  expect(drawerFacts(older, english, newer)).toEqual(
    expect.arrayContaining([
      'replaced by “Seats are held for five minutes.”',
      'sensitive: not embedded, found by its words only',
    ]),
  );
});

it('the tooltip begins with the first line that says something', () => {
  expect(drawerExcerpt(drawerOf(1, { text: '\n \n  indented\nnext' }))).toBe('  indented\nnext');
});
