import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Palace } from '../../../../../extension/palace/palace.ts';
import { openPalaceStore } from '../../../../../extension/palace/store/openPalaceStore.ts';
import { minedPalace } from '../../../../fixtures/palaces/minedPalace.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../../../fixtures/palaces/temporaryPalace.ts';
import { wordHashEmbedder } from '../../../../fixtures/models/wordHashEmbedder.ts';
import { filesBeside, leaksIn, secretWorkspace } from '../../../../fixtures/secrets/secretWorkspace.ts';

const { files, secrets } = secretWorkspace(31);
const queries = [
  'password',
  'token',
  'config port',
  'Marta pasted the key',
  'authorization',
  'DATABASE_URL',
  'harbor',
  'calm crane',
];

/** All that the palace tells without being asked for the drawers themselves. */
const told = async (palace: Palace): Promise<string> => {
  const parts: unknown[] = [
    await palace.status({}),
    await palace.findings({ limit: 1000 }),
    await palace.tags({}),
  ];
  for (const query of queries) {
    const { results, candidates, ...answer } = await palace.search({
      query,
      explain: true,
      candidate_trace: true,
      replay: true,
      k: 50,
    });
    parts.push(
      answer,
      results.map((hit) => ({ ...hit, text: '' })),
      candidates,
    );
    const [first] = results;
    if (first !== undefined)
      parts.push(await palace.whyNot({ query: 'something else', drawer_id: first.drawer_id }));
  }
  return JSON.stringify(parts);
};

describe('a palace that holds secrets', () => {
  it('keeps them out of vectors, logs, events, traces, packets, findings and every file beside the database', async () => {
    const embedder = wordHashEmbedder();
    const events: unknown[] = [];
    const { palace, folder } = await minedPalace({ embedder, onEvent: (event) => events.push(event) }, files);
    const { drawers } = await palace.list({ limit: 1000 });
    const hiding = drawers.filter(({ sensitive }) => sensitive);
    expect(hiding.length).toBeGreaterThan(44);
    expect(hiding.every((drawer) => !drawer.has_vector && (drawer.secret_spans?.length ?? 0) > 0)).toBe(true);
    const said = await told(palace);
    await palace.close();
    expect(said).toContain('assigned-password');
    expect(leaksIn(said, secrets)).toEqual([]);
    expect(leaksIn(JSON.stringify(events), secrets)).toEqual([]);
    expect(leaksIn(embedder.drawers.join('\n'), secrets)).toEqual([]);
    const beside = filesBeside(folder);
    expect(beside.map(([name]) => name)).toContain('lexical.idx');
    for (const [name, bytes] of beside) expect(leaksIn(bytes, secrets), name).toEqual([]);
  });

  it('gives them no vector when everything is embedded anew, and none to anything like them', async () => {
    const { palace, folder } = await minedPalace({ embedder: wordHashEmbedder('first') }, files);
    await palace.close();
    const second = wordHashEmbedder('second');
    const again = await openPalace({ folder, embedder: second });
    await again.rebuildEmbeddings({});
    const { drawers } = await again.list({ limit: 1000 });
    expect(drawers.filter(({ has_vector }) => has_vector).length).toBe(
      drawers.filter(({ sensitive }) => !sensitive).length,
    );
    await again.close();
    expect(second.drawers.length).toBeGreaterThan(0);
    expect(leaksIn(second.drawers.join('\n'), secrets)).toEqual([]);
    const store = await openPalaceStore({ folder, sqliteWasm, clock: () => new Date() });
    const sensitive = new Set(
      store.read
        .scanDrawers(0, 1000)
        .filter((drawer) => drawer.sensitive)
        .map(({ rowid }) => rowid),
    );
    for (const model of store.read.vectorModels())
      expect(store.read.scanVectors(model, 0, 1000).filter(({ rowid }) => sensitive.has(rowid))).toEqual([]);
    await store.close();
  });

  it('finds the drawer by the words around a secret, not by the secret, and writes down no search for one', async () => {
    const key = ['zQ7', 'kV2mXw9LpB4nT8r'].join('');
    const { palace, folder } = await minedPalace(
      {},
      { 'deploy.env': `LIGHTHOUSE_TOKEN=${key}\n`, 'calm.md': 'The harbour is calm.\n' },
    );
    const around = await palace.search({ query: 'lighthouse' });
    expect(around.results[0]).toMatchObject({
      source_file: 'deploy.env',
      sensitive: true,
      secret_spans: [{ start: 17, end: 17 + key.length }],
    });
    expect((await palace.search({ query: key, words_only: true })).results).toEqual([]);
    await palace.search({ query: `the token: ${key}` });
    await palace.close();
    const store = await openPalaceStore({ folder, sqliteWasm, clock: () => new Date() });
    expect(store.read.usage.queriesSince('2000-01-01T00:00:00.000Z' as never, 10).map(({ text }) => text)).toEqual(
      ['lighthouse'],
    );
    await store.close();
  });

  it('tells where each stands, page by page, and follows a person who marks or unmarks', async () => {
    const { palace } = await minedPalace({}, files);
    const whole = await palace.findings({ limit: 1000 });
    const paged: typeof whole.findings = [];
    for (let cursor: string | null = null; ;) {
      const page: Awaited<ReturnType<Palace['findings']>> = await palace.findings({ limit: 7, cursor });
      paged.push(...page.findings);
      if (page.next === null) break;
      cursor = page.next;
    }
    expect(paged).toEqual(whole.findings);
    const named = whole.findings.find(({ source_file: file }) => file?.endsWith('.env'));
    if (named === undefined) throw new Error('A .env holds a secret.');
    expect(named.lines?.start).toBeGreaterThan(0);
    await palace.update({ drawer_ids: [named.drawer_id], sensitive: false });
    const unmarked = await palace.show({ drawer_id: named.drawer_id });
    expect(unmarked).toMatchObject({ sensitive: false });
    expect(unmarked.secret_spans).toBeUndefined();
    expect(
      (await palace.findings({ limit: 1000 })).findings.find(({ drawer_id: id }) => id === named.drawer_id),
    ).toMatchObject({ sensitive: false });
    await expect(palace.findings({ cursor: 'next' })).rejects.toMatchObject({ code: 'E_USAGE' });
    await palace.close();
  });

  it('takes a turn’s words out of the turn that answers it when it becomes sensitive, and back when it no longer is', async () => {
    const folder = path.join(temporaryFolder(), 'palace');
    const palace = await openPalace({ folder });
    const file = path.join(temporaryFolder(), 'turns.jsonl');
    const turn = (seq: number, speaker: string, text: string) =>
      JSON.stringify({
        id: `turn${seq}`,
        text,
        wing: 'w',
        room: 'r',
        source_file: 'talk.txt',
        speaker,
        seq,
        type: 'conversation',
        filed_at: '2026-01-01',
      });
    writeFileSync(
      file,
      [turn(0, 'Ann', 'The walrus sleeps in the vault.'), turn(1, 'Bea', 'Since when?')].join('\n'),
    );
    await palace.importDrawers({ file, wait_for_embeddings: true });
    const found = async () =>
      (await palace.search({ query: 'walrus', words_only: true })).results.map(({ drawer_id: id }) => id).sort();
    expect(await found()).toEqual(['turn0', 'turn1']);
    await palace.update({ drawer_ids: ['turn0'], sensitive: true });
    expect(await found()).toEqual(['turn0']);
    expect(await palace.show({ drawer_id: 'turn0' })).toMatchObject({ has_vector: false, secret_spans: [] });
    await palace.update({ drawer_ids: ['turn0'], sensitive: false });
    expect(await found()).toEqual(['turn0', 'turn1']);
    await palace.close();
  });
});
