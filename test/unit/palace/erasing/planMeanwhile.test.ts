import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { filesHolding } from '../../../fixtures/filesHolding.ts';
import { erase, save, word } from '../../../fixtures/palaces/erasing.ts';
import { openPalace, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

it('a plan that is made while one of its drawers is erased does not keep what was erased, whenever that is', async () => {
  const refused: number[] = [];
  for (let turns = 0; turns < 12; turns += 1) {
    const folder = temporaryFolder();
    const palace = await openPalace({ folder });
    const ids: string[] = [];
    for (const hour of ['noon', 'one', 'two'])
      ids.push(await save(palace, `The ${word} gate of the harbour opens at ${hour}.`, { allow_duplicate: true }));
    const planning = palace.makePlan({ drawer_ids: ids }).catch((thrown: { readonly code: string }) => {
      expect(thrown.code).toMatch(/^E_(PLAN|DRAWER_NOT_FOUND)$/);
      refused.push(turns);
    });
    for (let turn = 0; turn < turns; turn += 1) await nextTurn();
    await erase(palace, ...ids);
    await planning;
    expect((await palace.plans({})).plans, `${turns} turns`).toEqual([]);
    await palace.close();
    expect(filesHolding(folder, word), `${turns} turns`).toEqual([]);
  }
  expect(refused).not.toEqual([]);
});
