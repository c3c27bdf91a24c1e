import { expect, it, vi } from 'vitest';
import { notesInWhole } from '../../../../extension/palace/memory/plans/notesInWhole.ts';
import type { Drawer } from '../../../../extension/palace/model/drawer/drawer.ts';
import { withNoteParts } from '../../../../extension/palace/store/noteParts.ts';
import type { ReadQueries } from '../../../../extension/palace/store/palaceStore.ts';

const parts = Array.from(
  { length: 9 },
  (_, part) => ({ id: `drawer_a_notes_${part}`, sourceId: 'source_1', part, archived: false }) as Drawer,
);
const drawersOfSource = vi.fn(() => parts);
const read = {
  drawerById: (id: string) => parts.find((part) => part.id === id),
  sourceById: () => ({ kind: 'note' }),
  drawersOfSource,
} as unknown as ReadQueries;
const ids = parts.map(({ id }) => id);

it.each([
  ['taking the other parts along', () => withNoteParts(read, ids)],
  ['leaving partial notes out', () => notesInWhole(parts, read).whole.map(({ id }) => id)],
])('%s reads a note once, not once for each of its parts that is named', (_, work) => {
  drawersOfSource.mockClear();
  expect(work()).toEqual(ids);
  expect(drawersOfSource).toHaveBeenCalledOnce();
});
