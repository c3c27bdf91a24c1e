import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OwnerEvent } from '../../../../extension/palace/contract/ownerEvents.ts';
import { eraseDrawers } from '../../../../extension/palace/erasing/eraseDrawers.ts';
import { erasureReach } from '../../../../extension/palace/erasing/erasureReach.ts';
import type { Embedder } from '../../../../extension/palace/embedding/embedder.ts';
import { PalaceIndexes } from '../../../../extension/palace/indexing/palaceIndexes.ts';
import { isoTime } from '../../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { filesHolding } from '../../../fixtures/filesHolding.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { wordHashEmbedder } from '../../../fixtures/models/wordHashEmbedder.ts';
import { planPalace } from '../../../fixtures/palaces/planPalace.ts';
import { apply, planOf } from '../../../fixtures/planCalls.ts';
import { openPalace, sqliteWasm, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { word, erase, drawersOf, save } from '../../../fixtures/palaces/erasing.ts';

describe('erasing for good', () => {
  it('leaves no byte of a note in its parts, earlier texts, logged searches, backups and the word index', async () => {
    const { palace, folder } = await planPalace();
    const others = await drawersOf(palace);
    const long = `The ${word} gate.\n\n${'A line of the harbour log. '.repeat(600)}\n\n${word} again.`;
    const id = (await palace.editNote({ drawer_id: await save(palace, `The ${word} opens.`), text: long }))
      .drawer_id;
    await palace.search({ query: `a ${word}`, filter: { type: ['issue'] } });
    await palace.search({ query: 'rotation race', filter: { type: ['issue'] } });
    await palace.close();
    mkdirSync(path.join(folder, 'damaged-20260101T000000000Z'));
    writeFileSync(path.join(folder, 'damaged-20260101T000000000Z', 'palace.sqlite'), `an old ${word}`);
    for (const name of ['repaired.sqlite', 'palace.sqlite.new', 'lexical.idx.new'])
      writeFileSync(path.join(folder, name), word);

    const again = await openPalace({ folder });
    expect(filesHolding(folder, word)).toHaveLength(6);
    const reach = await erase(again, id);
    expect(new Set(reach.drawers.map(({ why }) => why))).toEqual(new Set(['asked', 'part', 'earlier_text']));
    expect(reach).toMatchObject({ plans: [], queries: 1, other_copies: 3, quoted_in: [], come_back: [] });
    expect(filesHolding(folder, word)).toEqual([]);
    expect(await drawersOf(again)).toEqual(others);
    expect(await again.verify({})).toMatchObject({ ok: true, checked: others.length });
    await again.close();
    expect(filesHolding(folder, word)).toEqual([]);

    const third = await openPalace({ folder });
    const { results } = await third.search({ query: 'rotation race test', k: 3 });
    expect(results.every(({ drawer_id: found }) => found.startsWith('race-'))).toBe(true);
    await third.close();
  });

  it('keeps an erased passage of a file from being mined again until its text changes', async () => {
    const passage = `The ${word} is at pier nine. `.repeat(30).trim();
    const rest = 'Another pier has its crane. '.repeat(60).trim();
    const { palace, folder, workspace } = await minedPalace({}, {});
    const write = (text: string, day: number) => {
      writeFiles(workspace, { 'pier.md': text, 'copy.md': `# Copy\n\n${text}` });
      const at = new Date(Date.UTC(2026, 0, day));
      for (const name of ['pier.md', 'copy.md']) utimesSync(path.join(workspace, name), at, at);
    };
    const mine = () => palace.mine({ folders: [{ path: workspace, name: 'harbor' }] });
    write(`${passage}\n\n${rest}\n`, 1);
    await mine();
    await palace.closets({ build: true });
    const held = (await drawersOf(palace)).filter(({ text }) => text.includes(word));
    expect(held.length).toBeGreaterThan(1);
    const reach = await erase(palace, ...held.map(({ drawer_id: id }) => id));
    expect(reach.drawers.every(({ returns }) => returns)).toBe(true);
    expect(filesHolding(folder, word)).toEqual([]);
    const left = await drawersOf(palace);

    write(`${passage}\n\n${rest}\n\nA line more.\n`, 2);
    await mine();
    expect(filesHolding(folder, word)).toEqual([]);
    expect((await drawersOf(palace)).length).toBeGreaterThanOrEqual(left.length);
    expect((await drawersOf(palace)).some(({ text }) => text.includes('A line more.'))).toBe(true);

    write(`${passage} And a crane.\n\n${rest}\n`, 3);
    await mine();
    expect((await drawersOf(palace)).some(({ text }) => text.includes(word))).toBe(true);
    // What a person saves is filed, whatever was erased.
    expect(await save(palace, passage)).not.toBe('');
    await palace.close();
  });

  it('is refused to agents, for unknown drawers, and if it would erase more than was agreed to', async () => {
    const { palace } = await planPalace();
    const agent = { caller: { workspace: null, profileLayers: null, agent: true } };
    const of = (ids: string[], agreed: number, call = {}) =>
      palace.erase({ drawer_ids: ids, agreed_drawers: agreed }, call);
    await expect(of(['tide'], 1, agent)).rejects.toMatchObject({ code: 'E_APPROVAL' });
    await expect(of(['tide', 'no-such'], 2)).rejects.toMatchObject({ code: 'E_DRAWER_NOT_FOUND' });
    await apply(palace, (await planOf(palace)).id);
    await expect(of(['limit-a'], 1)).rejects.toMatchObject({ code: 'E_ERASE' });
    expect((await palace.show({ drawer_id: 'limit-a' })).text).toContain('20 of them');
    expect((await palace.show({ drawer_id: 'tide' })).text).toContain('Harbour');
    await palace.close();
  });

  it('leaves nothing of it in the log where a search was running meanwhile', async () => {
    const folder = temporaryFolder();
    const quick = wordHashEmbedder();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    let isHeld = false;
    const embedder: Embedder = Object.assign(Object.create(quick) as Embedder, {
      ready: () => quick.ready(),
      embed: async (...[texts, kind, signal]: Parameters<Embedder['embed']>) => {
        if (kind === 'query' && isHeld) await held;
        return quick.embed(texts, kind, signal);
      },
    });
    const palace = await openPalace({ folder, embedder });
    const id = await save(palace, `The ${word} gate opens at noon.`);
    await save(palace, 'Another thing entirely, of the harbour.');
    await palace.search({ query: 'harbour', complete: true });
    isHeld = true;
    const searching = palace.search({ query: `where is the ${word}` });
    await erase(palace, id);
    answer();
    await searching;
    await palace.search({ query: 'where is the harbour' });
    await palace.close();
    expect(filesHolding(folder, word)).toEqual([]);
    expect(filesHolding(folder, 'where is the harbour')).not.toEqual([]);
  });

  it('is completed by the next opening, which says so, if the process ended halfway', async () => {
    const { palace, folder } = await planPalace();
    await save(palace, `The ${word} gate.`);
    await palace.close();
    const store = await openPalaceStore({ folder, sqliteWasm });
    await store.backup();
    const indexes = await PalaceIndexes.load(store);
    const [id = ''] = store.read.scanDrawers(0, 100).flatMap((each) => (each.text.includes(word) ? each.id : []));
    await store.write((write) =>
      eraseDrawers(write, erasureReach(write.read, [id], indexes), isoTime('2026-03-01T12:00:00Z')),
    );
    // Nothing is closed, so that the log stays as a killed process leaves it.
    expect(filesHolding(folder, word).length).toBeGreaterThan(1);
    const events: OwnerEvent[] = [];
    const again = await openPalace({ folder, onEvent: (event) => events.push(event) });
    expect(filesHolding(folder, word)).toEqual([]);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'log', message: 'An erasure that was interrupted is finished.' }),
    );
    expect(await again.verify({})).toMatchObject({ ok: true });
    await again.close();
  });
});
