import { expect, it } from 'vitest';
import { alikeLines } from '../../../../extension/editor/session/alikeLines.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { english } from '../localiser.ts';

it('the tooltip of notes that could be one summary names them by how they begin, never by their IDs', async () => {
  const palace = await openPalace({ folder: temporaryFolder() });
  const ids: string[] = [];
  for (let pier = 1; pier <= 12; pier++)
    ids.push(
      (await palace.save({ text: `Lines of pier ${pier}\nare old.`, type: 'insight', allow_duplicate: true }))
        .drawer_id ?? '',
    );
  const linesOf = (drawers: readonly string[]) =>
    alikeLines(palace, { label: 'pier, lines', drawer_ids: [...drawers] }, english);
  expect(await linesOf(ids.slice(0, 2))).toEqual(['pier, lines', 'Lines of pier 1', 'Lines of pier 2']);
  const all = await linesOf(ids);
  expect([all.length, all.at(-1)]).toEqual([12, 'and 2 more']);
  expect((await linesOf(ids.slice(0, 11))).at(-1)).toBe('and 1 more');
  // One that was erased meanwhile has nothing to be named by.
  expect(await linesOf([ids[0] ?? '', 'drawer_gone'])).toEqual(['pier, lines', 'Lines of pier 1']);
  await palace.close();
});
