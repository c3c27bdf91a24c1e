import { expect, it } from 'vitest';
import { admitted } from '../../../../extension/palace/recall/admitted.ts';
import type { RecalledDrawer } from '../../../../extension/palace/team/teamRecall.ts';
import { sharedDrawer } from '../../../fixtures/team/teamChanges.ts';

const sent = (id: string, fields: Partial<RecalledDrawer> = {}): RecalledDrawer => ({
  ...sharedDrawer(id, `The text of ${id}.`),
  drawerId: id,
  wing: 'docs',
  member: 'ada',
  ...fields,
});
const idsOf = (drawers: readonly RecalledDrawer[]) => drawers.map(({ drawerId }) => drawerId);

it('admits no sensitive drawer, none of a wing that is here, and each ID once', () => {
  const secret = sent('secret', { record: { ...sent('secret').record, sensitive: true } });
  const drawers = [sent('a'), secret, sent('here', { wing: 'own' }), sent('a', { text: 'Another.' }), sent('b')];
  expect(idsOf(admitted(drawers, ['own'], 10))).toEqual(['a', 'b']);
});

it('admits no more drawers than were asked for, and leaves out those for which there is no room', () => {
  const drawers = ['a', 'b', 'c'].map((id) => sent(id));
  expect(idsOf(admitted(drawers, [], 2))).toEqual(['a', 'b']);
  const half = 'x'.repeat(1_000_000);
  const long = [sent('a', { text: half }), sent('b', { text: half, before: 'Before.' }), sent('c')];
  expect(idsOf(admitted(long, [], 10))).toEqual(['a', 'c']);
});
