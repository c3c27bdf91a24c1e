import { describe, expect, it } from 'vitest';
import type { Embedder } from '../../../../../extension/palace/embedding/embedder.ts';
import { applyProposals } from '../../../../../extension/palace/memory/curation/curateNote.ts';
import { drawerId, isoTime } from '../../../../../extension/palace/model/drawer/ids.ts';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { openPalaceStore } from '../../../../../extension/palace/store/openPalaceStore.ts';
import type { DrawerPatch } from '../../../../../extension/palace/store/queries/drawerPatch.ts';
import { wordHashEmbedder } from '../../../../fixtures/models/wordHashEmbedder.ts';
import { erase } from '../../../../fixtures/palaces/erasing.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { newDrawer } from '../../store/samplePalace.ts';

const limit = (count: number): string => `The gateway allows ${count} requests a minute per client.`;

/** An old note with a vector, and a newer one that curation would put in its place once it has its own, after `goOn`. */
const heldNotes = async () => {
  const quick = wordHashEmbedder();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  let isHeld = false;
  const embedder: Embedder = Object.assign(Object.create(quick) as Embedder, {
    ready: () => quick.ready(),
    embed: async (...[texts, kind, signal]: Parameters<Embedder['embed']>) => {
      if (isHeld) await held;
      return quick.embed(texts, kind, signal);
    },
  });
  const palace = await openPalace({ folder: temporaryFolder(), embedder });
  const old = (await palace.save({ text: limit(100), type: 'decision' })).drawer_id ?? '';
  await palace.noteChecks({ wait: true });
  isHeld = true;
  const fresh = (await palace.save({ text: limit(500), type: 'decision', curate: 'auto' })).drawer_id ?? '';
  const checked = async () => {
    goOn();
    await palace.noteChecks({ drawer_ids: [fresh], wait: true });
    return palace.show({ drawer_id: old });
  };
  return { palace, old, fresh, checked };
};

type Held = Awaited<ReturnType<typeof heldNotes>>;

describe('curation of a note about which something was decided before it could be compared', () => {
  it('marks the older one as replaced, if nothing was', async () => {
    const { palace, fresh, checked } = await heldNotes();
    expect((await checked()).superseded_by).toBe(fresh);
    await palace.close();
  });

  it.each([
    ['the older one replaces it', ({ palace, old, fresh }: Held) => replace(palace, fresh, old)],
    ['another one replaces it', async ({ palace, fresh }: Held) => replace(palace, fresh, await another(palace))],
    ['the older one is pinned', ({ palace, old }: Held) => palace.update({ drawer_ids: [old], pinned: true })],
  ])('leaves the older one as it is if %s', async (_, decide) => {
    const held = await heldNotes();
    await decide(held);
    expect((await held.checked()).superseded_by).toBeNull();
    await held.palace.close();
  });

  it('points to nothing if it was erased', async () => {
    const held = await heldNotes();
    await erase(held.palace, held.fresh);
    expect((await held.checked()).superseded_by).toBeNull();
    await held.palace.close();
  });
});

const replace = (palace: Palace, id: string, by: string) => palace.update({ drawer_ids: [id], superseded_by: by });

const another = async (palace: Palace): Promise<string> =>
  (await palace.save({ text: 'Each client has a token of its own, and limits hold per token.', type: 'insight' }))
    .drawer_id ?? '';

describe('a judgement that is carried out after somebody has decided otherwise', () => {
  const late: readonly (readonly [string, 'old' | 'fresh', DrawerMarks])[] = [
    ['nothing was decided', 'old', {}],
    ['the older one was pinned', 'old', { pinned: true }],
    ['the older one became sensitive', 'old', { sensitive: true }],
    ['the newer one was replaced by it', 'fresh', { supersededBy: drawerId('old') }],
    ['the newer one was archived', 'fresh', { archived: { at: isoTime(0), reason: 'by_hand' } }],
  ];
  it.each(late)('heeds that %s', async (what, which, marks) => {
    const store = await openPalaceStore({ folder: temporaryFolder(), sqliteWasm });
    const [old, fresh] = await store.write((transaction) =>
      transaction.insertDrawers(['old', 'fresh'].map((id) => newDrawer(id, { sourceId: null }))),
    );
    await store.write((transaction) => {
      transaction.updateDrawers([{ rowid: (which === 'old' ? old : fresh) ?? 0, ...marks }]);
      applyProposals(transaction, drawerId('fresh'), [proposal], 'auto');
    });
    expect(store.read.drawerById(drawerId('old'))?.supersededBy).toBe(
      what === 'nothing was decided' ? 'fresh' : null,
    );
    await store.close();
  });
});

type DrawerMarks = Omit<DrawerPatch, 'rowid'>;
const proposal = {
  drawer_id: 'old',
  similarity: 0.97,
  action: 'UPDATE',
  reason: 'the same with another number',
} as const;
