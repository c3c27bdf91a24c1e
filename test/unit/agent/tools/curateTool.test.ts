import { expect, it } from 'vitest';
import { callTool, linkedClient } from '../../../fixtures/agent/agentClient.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';

it('an agent’s decisions mark no pinned note, issue, sensitive note or file, and the answer says which and why', async () => {
  const { palace } = await minedPalace();
  // As the server's connection calls it.
  const caller = { workspace: 'w', profileLayers: null, agent: true };
  const { client } = await linkedClient({
    ...palace,
    update: (request, options) => palace.update(request, { ...options, caller }),
  });
  const save = async (text: string, more: object = {}) =>
    (await palace.save({ text, type: 'decision', ...more })).drawer_id ?? '';
  const pinned = await save('Moorings are checked by night.', { pinned: true });
  const loose = await save('Lamps are lit at seven.');
  const issue = await save('The crane stopped.', { type: 'issue' });
  const sensitive = await save('The vault opens at nine.', { sensitive: true });
  const { drawer_ids: parts } = await palace.noteText({
    drawer_id: await save('A long rule about moorings.\n'.repeat(500)),
  });
  await palace.update({ drawer_ids: parts.slice(1, 2), pinned: true });
  const file = (await palace.list({ filter: { path: 'docs/tokens.md' } })).drawers[0]?.drawer_id ?? '';
  const by = await save('Moorings are checked at dawn, lamps are lit at eight.');
  const older = [pinned, loose, issue, sensitive, parts[0] ?? '', file];
  const curated = await callTool(client, 'context_curate', {
    drawer_id: by,
    decisions: older.map((id, at) => ({ drawer_id: id, action: at % 2 === 0 ? 'UPDATE' : 'DELETE' })),
  });
  expect(curated.structured).toMatchObject({ replaced: 1, unchanged: 4 + parts.length, missing: [] });
  expect(new Set(curated.structured['not_marked'] as object[])).toEqual(
    new Set([
      { drawer_id: pinned, because: 'pinned' },
      { drawer_id: issue, because: 'issue' },
      { drawer_id: sensitive, because: 'sensitive' },
      ...parts.map((id) => ({ drawer_id: id, because: 'pinned' })),
      { drawer_id: file, because: 'mined' },
    ]),
  );
  expect(curated.text).toContain('Only the user can mark one');
  const markOf = async (id: string) => (await palace.show({ drawer_id: id })).superseded_by;
  expect(await Promise.all(older.map(markOf))).toEqual([null, by, null, null, null, null]);

  // A person can, and what is marked so already needs no change.
  expect(await palace.update({ drawer_ids: [pinned], superseded_by: by })).toMatchObject({ updated: 1 });
  const again = await callTool(client, 'context_curate', {
    drawer_id: by,
    decisions: [{ drawer_id: pinned, action: 'UPDATE' }],
  });
  expect(again.structured).toMatchObject({ replaced: 0, unchanged: 1 });
  expect(again.structured).not.toHaveProperty('not_marked');
  await palace.close();
});
