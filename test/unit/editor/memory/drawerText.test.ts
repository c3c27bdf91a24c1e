import { expect, it } from 'vitest';
import { drawerExcerpt, drawerLabel } from '../../../../extension/editor/memory/drawerText.ts';
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
