import { expect, it } from 'vitest';
import { pageOfWholeNotes } from '../../../../../extension/palace/calls/views/wholeNotes.ts';
import { newDrawer } from '../../store/samplePalace.ts';

it('a page of very long notes ends after a whole one, before it has too many drawers for one answer', () => {
  const drawer = {
    ...newDrawer('drawer'),
    sourceFile: null,
    archived: false,
    archivedAt: null,
    archiveReason: null,
    supersededBy: null,
    consolidatedInto: null,
    accessCount: 0,
    lastAccessed: null,
  };
  const [notes, partsOfEach] = [5, 1500];
  const list = Array.from({ length: notes * partsOfEach }, (_, rowid) => ({ ...drawer, rowid }));
  const pageAfter = (cursor: string | null, limit: number) => {
    const [start, end] = [Number(cursor ?? 0), Number(cursor ?? 0) + limit];
    return { drawers: list.slice(start, end), next: end < list.length ? String(end) : null };
  };
  const pageFrom = (cursor: string | null) =>
    pageOfWholeNotes(pageAfter, cursor, 10, ({ rowid }) => String(Math.floor(rowid / partsOfEach)));
  const first = pageFrom(null);
  expect(first.drawers).toEqual(list.slice(0, 3 * partsOfEach));
  expect(pageFrom(first.next)).toEqual({ drawers: list.slice(3 * partsOfEach), next: null });
});
