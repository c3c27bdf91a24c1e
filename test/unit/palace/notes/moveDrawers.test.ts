import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawerOf, minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

describe('a drawer that was moved to another room', () => {
  it('keeps its ID and is not moved back by mining, even if its file changes or its folder is renamed', async () => {
    const parts = Array.from(
      { length: 30 },
      (_, i) => `# Part ${i}\n\nThe crane ${i} stands near the berth of the harbour.\n\n`,
    );
    const { palace, workspace } = await minedPalace(
      {},
      { 'docs/long.md': parts.join(''), 'src/a.ts': 'export {};\n' },
    );
    const folders = [{ path: workspace, name: 'harbor' }];
    const id = await drawerOf(palace, 'docs/long.md');
    const source = await drawerOf(palace, 'src/a.ts');
    expect(await palace.update({ drawer_ids: [id, source], wing: 'gateway', room: 'decisions' })).toMatchObject({
      updated: 2,
    });
    expect(await palace.update({ drawer_ids: [id], room: 'decisions' })).toMatchObject({
      updated: 0,
      unchanged: 1,
    });
    const place = async (of: string) => {
      const { wing, room, archived } = await palace.show({ drawer_id: of });
      return [wing, room, archived];
    };
    expect(await place(id)).toEqual(['gateway', 'decisions', false]);

    writeFileSync(
      path.join(workspace, 'docs', 'long.md'),
      `${parts.join('')}# One more\n\nThe tide is read at noon.\n`,
    );
    await palace.mine({ folders });
    expect(await place(id)).toEqual(['gateway', 'decisions', false]);
    // A manifest in a folder makes it a wing of its own: its other drawers move, those that were moved by hand stay.
    writeFileSync(path.join(workspace, 'docs', 'package.json'), '{}');
    await palace.mine({ folders });
    expect(await place(id)).toEqual(['gateway', 'decisions', false]);
    const { drawers } = await palace.list({ filter: { path: 'docs/long.md', wing: ['docs'] } });
    expect(drawers.length).toBeGreaterThan(0);
    // Its text is gone: whoever moved it has touched it, so that it goes to the archive.
    writeFileSync(path.join(workspace, 'src', 'a.ts'), 'export const other = 1;\n');
    await palace.mine({ folders });
    expect(await place(source)).toEqual(['gateway', 'decisions', true]);

    const found = (await palace.search({ query: 'crane berth', filter: { room: ['decisions'] } })).results;
    expect(found.map(({ drawer_id: each }) => each)).toEqual([id]);
    await expect(palace.update({ drawer_ids: [id], room: ' ' })).rejects.toMatchObject({ code: 'E_NOTE' });
    await palace.close();
  });

  it('of a conversation stays where it is when the session is imported again', async () => {
    const { palace } = await minedPalace({}, { 'a.md': 'Harbour.\n' });
    const talk = path.join(temporaryFolder(), 'talks', 'fog.md');
    mkdirSync(path.dirname(talk), { recursive: true });
    const first = '# Fog bell\n\nUser: Why did it ring?\n\nAssistant: The relay.\n';
    writeFileSync(talk, first);
    await palace.importConversations({ files: [talk] });
    const { drawers } = await palace.shelfDrawers({ shelf: 'conversations' });
    const id = drawers[0]?.drawer_id ?? '';
    await palace.update({ drawer_ids: [id], room: 'bells' });
    writeFileSync(talk, `${first}\nUser: Thanks\n\nAssistant: Welcome.\n`);
    await palace.importConversations({ files: [talk] });
    expect(await palace.show({ drawer_id: id })).toMatchObject({ room: 'bells', archived: false });
    expect(await palace.shelfGroups({ shelf: 'conversations' })).toMatchObject({
      total: 1,
      groups: [{ drawers: 2 }],
    });
    await palace.close();
  });
});
