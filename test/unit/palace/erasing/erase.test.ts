import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OwnerEvent } from '../../../../extension/palace/contract/ownerEvents.ts';
import { eraseDrawers } from '../../../../extension/palace/erasing/eraseDrawers.ts';
import { erasureReach } from '../../../../extension/palace/erasing/erasureReach.ts';
import { PalaceIndexes } from '../../../../extension/palace/indexing/palaceIndexes.ts';
import { isoTime } from '../../../../extension/palace/model/ids.ts';
import type { Palace } from '../../../../extension/palace/palace.ts';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { filesHolding } from '../../../fixtures/filesHolding.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { oldLimits, planPalace } from '../../../fixtures/palaces/planPalace.ts';
import { apply, planOf } from '../../../fixtures/planCalls.ts';
import { openPalace, sqliteWasm, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

const word = 'quibblefrost';

const erase = async (palace: Palace, ...ids: readonly string[]) => {
  const reach = await palace.eraseReach({ drawer_ids: [...ids] });
  const erased = await palace.erase({ drawer_ids: [...ids], agreed_drawers: reach.drawers.length });
  expect(erased.erased).toBe(reach.drawers.length);
  return reach;
};

const drawersOf = async (palace: Palace, archived = false) =>
  (await palace.list({ limit: 1000, filter: { include_archived: archived } })).drawers;
const save = async (palace: Palace, text: string, more: object = {}) =>
  (await palace.save({ text, type: 'decision', ...more })).drawer_id ?? '';

describe('erasing for good', () => {
  it('leaves no byte of a note: its parts, earlier texts, searches, backups, word index', async () => {
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

  it('takes the summary and the plans with it, and brings the other drawers of the summary back', async () => {
    const { palace, folder } = await planPalace();
    const plan = await planOf(palace);
    await apply(palace, plan.id);
    const summary = plan.groups[0]?.summary_drawer_id ?? '';
    expect(filesHolding(folder, 'AUTH_BURST_MAX').length).toBeGreaterThan(1);

    const reach = await erase(palace, 'limit-b');
    expect(reach.drawers.map(({ drawer_id: id, why }) => [id, why])).toEqual([
      ['limit-b', 'asked'],
      [summary, 'summary'],
    ]);
    expect(reach).toMatchObject({ plans: [plan.id], backups: 1, come_back: ['limit-a', 'limit-c', 'limit-d'] });
    expect(filesHolding(folder, 'AUTH_BURST_MAX')).toEqual([]);
    expect(readdirSync(path.join(folder, 'backups'))).toHaveLength(1);
    for (const id of ['limit-a', 'limit-c', 'limit-d'])
      expect(await palace.show({ drawer_id: id })).toMatchObject({
        archived: false,
        consolidated_into: null,
        superseded_by: 'limit-now',
      });
    expect((await palace.plans({})).plans).toEqual([]);
    await palace.close();
    expect(filesHolding(folder, 'limit-b')).toEqual([]);
    expect(filesHolding(folder, summary)).toEqual([]);
  });

  it('leaves nothing of what replaced others in these: they are current again', async () => {
    const { palace, folder } = await planPalace();
    await apply(palace, (await planOf(palace)).id);
    await erase(palace, 'limit-now');
    for (const id of oldLimits)
      expect(await palace.show({ drawer_id: id })).toMatchObject({ archived: false, superseded_by: null });
    await palace.close();
    expect(filesHolding(folder, 'limit-now')).toEqual([]);
    expect(filesHolding(folder, '60 of them')).toEqual([]);
  });

  it('keeps a passage of a file from being mined again, until it is another text', async () => {
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

  it('takes an occurrence out of a recurring issue, and what others hear of it', async () => {
    const folder = temporaryFolder();
    const palace = await openPalace({ folder });
    const issues: string[] = [];
    for (const text of ['', ' the', ' once more the'].map((more) => `Deploy fails:${more} disk full`))
      issues.push(await save(palace, text, { type: 'issue' }));
    const shortest = await save(palace, `${word} fails`, { type: 'issue' });
    await palace.close();
    const store = await openPalaceStore({ folder, sqliteWasm });
    await store.write((write) =>
      write.putPattern({
        id: 'pattern_1',
        label: `${word} fails`,
        entry_ids: [...issues, shortest],
        occurrence_count: 4,
        first_seen: '2026-02-01T00:00:00.000Z',
        last_seen: '2026-02-28T00:00:00.000Z',
        resolved: false,
      }),
    );
    await store.close();
    const again = await openPalace({ folder });
    await erase(again, shortest);
    expect((await again.patterns({})).patterns).toMatchObject([
      { label: 'Deploy fails: disk full', occurrence_count: 3 },
    ]);
    expect(filesHolding(folder, word)).toEqual([]);
    await erase(again, issues[0] ?? '');
    expect((await again.patterns({})).patterns).toEqual([]);
    await again.close();
  });

  it('takes a conversation’s name with the question that it was named after, also when it is imported again', async () => {
    const [folder, file] = [temporaryFolder(), path.join(temporaryFolder(), 'talk.md')];
    const talk = `User: Open the ${word} gate\n\nAssistant: Opened.\n\nUser: And the crane?\n\nAssistant: Greased.\n`;
    writeFileSync(file, talk);
    const palace = await openPalace({ folder });
    await palace.importConversations({ files: [file] });
    const [first, second] = await drawersOf(palace);
    expect(second?.drawer_id).toContain(word);
    await palace.update({ drawer_ids: [second?.drawer_id ?? ''], tags_add: ['crane'] });
    await erase(palace, [first, second].find((each) => each?.text.includes(word))?.drawer_id ?? '');
    expect(filesHolding(folder, word)).toEqual([]);
    const [left, ...none] = await drawersOf(palace);
    expect(none).toEqual([]);
    expect(left).toMatchObject({ room: 'conversation', tags: ['crane'] });
    expect((await palace.search({ query: 'crane' })).results).toMatchObject([{ drawer_id: left?.drawer_id }]);
    expect(await palace.showExchange({ drawer_id: left?.drawer_id ?? '' })).toMatchObject({
      title: 'conversation',
    });

    writeFileSync(file, `${talk}\nUser: And the winch?\n\nAssistant: Oiled.\n`);
    await palace.importConversations({ files: [file] });
    expect(await drawersOf(palace)).toHaveLength(2);
    await palace.close();
    expect(filesHolding(folder, word)).toEqual([]);
  });

  it('leaves no word of a turn of talk in the entry of the turn that answers it', async () => {
    const [folder, file] = [temporaryFolder(), path.join(temporaryFolder(), 'talk.jsonl')];
    const turn = (id: string, chunk: number, text: string) =>
      JSON.stringify({
        id,
        text,
        wing: 'w',
        room: 'r',
        source_file: 'talk',
        speaker: 'Ann',
        chunk_index: chunk,
        type: 'conversation',
      });
    writeFileSync(file, [turn('t0', 0, `Where is the ${word}?`), turn('t1', 1, 'At pier nine.')].join('\n'));
    const palace = await openPalace({ folder });
    await palace.importDrawers({ file });
    await palace.close();
    const again = await openPalace({ folder });
    expect(filesHolding(folder, word)).toEqual(['lexical.idx', 'palace.sqlite']);
    await erase(again, 't0');
    expect(filesHolding(folder, word)).toEqual([]);
    expect((await again.search({ query: 'pier nine' })).results).toHaveLength(1);
    await again.close();
    expect(filesHolding(folder, word)).toEqual([]);
  });

  it('is refused to agents, for unknown drawers, and where it would reach more than was agreed to', async () => {
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

  it('names drawers that quote the text, and leaves them', async () => {
    const { palace } = await planPalace();
    const tide = await palace.show({ drawer_id: 'tide' });
    const quoting = await save(palace, `They said: “${tide.text}” I doubt it.`);
    expect((await erase(palace, 'tide')).quoted_in).toEqual([quoting]);
    expect((await palace.show({ drawer_id: quoting })).text).toContain(tide.text);
    await palace.close();
  });

  it('is finished by the next opening, which says so, if the process ended in between', async () => {
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
