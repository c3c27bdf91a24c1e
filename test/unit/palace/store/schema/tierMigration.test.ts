import { describe, expect, it } from 'vitest';
import type { EntryType } from '../../../../../extension/palace/model/drawer/drawer.ts';
import { temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer, newSource, palaceOfSchema } from '../samplePalace.ts';

describe('the step to schema 3', () => {
  it('gives what came with the usual tier its type’s, a note what its writer chose, and nothing pinned or used a lower one', async () => {
    const folder = temporaryFolder();
    const open = await palaceOfSchema(folder);
    const old = await open(2);
    const types: readonly EntryType[] = [
      'file',
      'conversation',
      'git_commit',
      'handoff',
      'progress',
      'issue',
      'decision',
      'insight',
      'reference',
      'summary',
    ];
    await old.write((write) => {
      const [note, elsewhere] = [newSource('n', '', { kind: 'note' }), newSource('i', 'old', { kind: 'import' })];
      write.putSource(note);
      write.putSource(elsewhere);
      write.insertDrawers([
        ...types.map((type) => newDrawer(type, { type, sourceId: elsewhere.id })),
        newDrawer('alone', { type: 'progress' }),
        newDrawer('chosen', { type: 'progress', sourceId: note.id }),
        newDrawer('pinned', { type: 'handoff', pinned: true }),
        newDrawer('used', { type: 'handoff' }),
        newDrawer('kept', { type: 'reference', tier: 'ephemeral' }),
      ]);
      write.putUse(newDrawer('used').id, { accessCount: 3, lastAccessed: null, accesses: [], rejectedAt: null });
    });
    await old.close();
    const store = await open(3);
    const tiers = Object.fromEntries(store.read.scanDrawers(0, 100).map(({ id, tier }) => [id, tier]));
    expect(tiers).toEqual({
      file: 'working',
      conversation: 'working',
      git_commit: 'working',
      issue: 'working',
      decision: 'working',
      insight: 'working',
      handoff: 'ephemeral',
      progress: 'ephemeral',
      alone: 'ephemeral',
      reference: 'longterm',
      summary: 'longterm',
      chosen: 'working',
      pinned: 'working',
      used: 'working',
      kept: 'ephemeral',
    });
    // They have the usual days before they go to the archive.
    expect(Object.keys(store.read.propertiesOf(newDrawer('alone').id))).toEqual(['tier_since']);
    expect(store.read.propertiesOf(newDrawer('reference').id)).toEqual({});
    await store.close();
  });
});
