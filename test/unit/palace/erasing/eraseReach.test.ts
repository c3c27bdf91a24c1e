import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openPalaceStore } from '../../../../extension/palace/store/openPalaceStore.ts';
import { filesHolding } from '../../../fixtures/filesHolding.ts';
import { oldLimits, planPalace } from '../../../fixtures/palaces/planPalace.ts';
import { apply, planOf } from '../../../fixtures/planCalls.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';
import { word, erase, drawersOf, save } from '../../../fixtures/palaces/erasing.ts';

describe('what else erasing reaches', () => {
  it('also erases summaries and plans made from the drawer, and restores the other drawers of the summary', async () => {
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

  it('makes the drawers that it had replaced current again', async () => {
    const { palace, folder } = await planPalace();
    await apply(palace, (await planOf(palace)).id);
    await erase(palace, 'limit-now');
    for (const id of oldLimits)
      expect(await palace.show({ drawer_id: id })).toMatchObject({ archived: false, superseded_by: null });
    await palace.close();
    expect(filesHolding(folder, 'limit-now')).toEqual([]);
    expect(filesHolding(folder, '60 of them')).toEqual([]);
  });

  it('removes the occurrence from a recurring issue and from what clients are told of it', async () => {
    const folder = temporaryFolder();
    const palace = await openPalace({ folder });
    const issues: string[] = [];
    for (const text of ['', ' the', ' once more the'].map((more) => `Deploy fails:${more} disk full`))
      issues.push(await save(palace, text, { type: 'issue' }));
    const shortest = await save(palace, `${word} fails`, { type: 'issue' });
    await palace.close();
    const store = await openPalaceStore({ folder, sqliteWasm });
    await store.write((write) => {
      // The palace may have been quick enough to find the issue itself before it was closed.
      for (const { id } of write.read.patterns(true)) write.removePattern(id);
      write.putPattern({
        id: 'pattern_1',
        label: `${word} fails`,
        entry_ids: [...issues, shortest],
        occurrence_count: 4,
        first_seen: '2026-02-01T00:00:00.000Z',
        last_seen: '2026-02-28T00:00:00.000Z',
        resolved: false,
      });
    });
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

  it('removes a conversation’s name that came from the erased question, also when it is imported again', async () => {
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

  it('leaves no word of an erased turn in the index entry of its answer', async () => {
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

  it('names drawers that quote the text, and keeps them', async () => {
    const { palace } = await planPalace();
    const tide = await palace.show({ drawer_id: 'tide' });
    const quoting = await save(palace, `They said: “${tide.text}” I doubt it.`);
    expect((await erase(palace, 'tide')).quoted_in).toEqual([quoting]);
    expect((await palace.show({ drawer_id: quoting })).text).toContain(tide.text);
    await palace.close();
  });
});
