import { cpSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import { guarded } from '../../../extension/service/ownership/guard.ts';
import { addLink, linksFile, readLinks, removeLink } from '../../../extension/service/links/linkFile.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import type { PalaceApi } from '../../../extension/palace/contract/palaceApi.ts';
import { callTool, spawnedServer } from '../../fixtures/agent/agentClient.ts';
import { folderBytes } from '../../fixtures/folderBytes.ts';
import { openPalace, sqliteWasm, temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** What may happen to a linked palace: this one's results come at once, with one warning, and nothing of the other is written. */

beforeEach(() => {
  vi.stubEnv('XDG_DATA_HOME', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
});

/** A closed palace with a note. */
const palaceWith = async (name: string, text: string): Promise<string> => {
  const folder = path.join(temporaryFolder(), name);
  const palace = await openPalace({ folder });
  await palace.save({ text, type: 'insight' });
  await palace.close();
  return folder;
};
const open = async (folder: string): Promise<PalaceApi> => {
  const { api, close } = await connectPalace({
    folder,
    workspace: 'own',
    distFolder: path.resolve('dist'),
    modelFolder: path.join(folder, 'no-model'),
  });
  onTestFinished(close);
  return api;
};
const setUp = async () => {
  const own = await palaceWith('own', 'The crane is inspected in March.');
  const other = await palaceWith('other', 'The crane of the gateway is red.');
  await addLink(own, other);
  return { own, other, api: await open(own) };
};
const find = async (api: PalaceApi, query = 'crane') => {
  const { results, warnings } = await api.search({ query, complete: true });
  return {
    found: results.map(({ palace = 'this', text }) => `${palace}: ${text}`),
    // None of these palaces has the model that made its vectors.
    warnings: warnings.filter((warning) => !warning.startsWith('Searching by words only')),
  };
};
const both = ['other: The crane of the gateway is red.', 'this: The crane is inspected in March.'];

describe('a linked palace', () => {
  it('that nobody has open is searched without being written or locked', async () => {
    const { other, api } = await setUp();
    const before = folderBytes(other);
    expect((await find(api)).found.sort()).toEqual(both);
    const { results } = await api.search({ query: 'red crane', replay: true, explain: true });
    const [hit] = results.filter(({ palace }) => palace === 'other');
    expect(hit?.drawer_id).toMatch(/^other:drawer_/u);
    expect(await api.show({ drawer_id: hit?.drawer_id ?? '' })).toMatchObject({
      palace: 'other',
      palace_workspace: null,
      text: 'The crane of the gateway is red.',
    });
    await api.recordAccess({ drawer_ids: [hit?.drawer_id ?? ''], session_id: 's', kind: 'opened' });
    await expect(api.update({ drawer_ids: [hit?.drawer_id ?? ''], pinned: true })).rejects.toMatchObject({
      code: 'E_LINKED',
      remedy: expect.stringContaining(other) as string,
    });
    expect((await api.links({})).links).toMatchObject([
      { name: 'other', reachable: true, drawers: 1, problem: null },
    ]);
    expect(folderBytes(other)).toEqual(before);
  });

  it('is searched through its owner, and through its files once the owner was killed', async () => {
    const { other, api } = await setUp();
    const { client, pid } = await spawnedServer(other, temporaryFolder());
    await callTool(client, 'context_save', { content: 'A crane was mended.', type: 'insight' });
    expect((await find(api)).found).toContain('other: A crane was mended.');
    await callTool(client, 'context_save', { content: 'A crane was painted.', type: 'insight' });
    const searching = find(api);
    process.kill(pid, 'SIGKILL');
    expect(await searching).toMatchObject({ found: expect.arrayContaining(both) as string[], warnings: [] });
    const before = folderBytes(other);
    expect((await find(api)).found).toEqual(
      expect.arrayContaining([...both, 'other: A crane was mended.', 'other: A crane was painted.']),
    );
    expect(folderBytes(other)).toEqual(before);
  });

  it.skipIf(process.platform === 'win32')(
    'whose owner is paused does not delay searches, and is searched again when the owner continues',
    async () => {
      const { other, api } = await setUp();
      const { client, pid } = await spawnedServer(other, temporaryFolder());
      await callTool(client, 'mempalace_status');
      process.kill(pid, 'SIGSTOP');
      const { found, warnings } = await find(api);
      expect(found).toEqual([both[1]]);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(/“other” \(.*\) is left out: .*stopped.*kill -CONT/u);
      process.kill(pid, 'SIGCONT');
      await expect.poll(async () => (await find(api)).found.sort()).toEqual(both);
    },
  );

  const newer = async (folder: string): Promise<void> => {
    const store = await openPalaceStore({ folder, sqliteWasm });
    await store.write((transaction) => transaction.setMeta('schema_version', '9999'));
    await store.close();
  };
  const faults: readonly (readonly [string, (folder: string) => unknown, RegExp])[] = [
    ['is gone', (folder) => rmSync(folder, { recursive: true }), /There is no palace in .*unlink/u],
    ['is damaged', (folder) => truncateSync(path.join(folder, 'palace.sqlite'), 9000), /`repair`/u],
    ['is of a newer form', newer, /Update Synapse Palace/u],
    [
      'is a link to another file',
      (folder) => {
        renameSync(path.join(folder, 'palace.sqlite'), path.join(folder, 'real.sqlite'));
        symlinkSync(path.join(folder, 'real.sqlite'), path.join(folder, 'palace.sqlite'));
      },
      /is a link to another palace/u,
    ],
    [
      'is held by a process that does not share it',
      async (folder) => {
        const { client, pid } = await spawnedServer(folder, temporaryFolder());
        await callTool(client, 'mempalace_status');
        const note = path.join(folder, 'owner.json');
        const owner = JSON.parse(readFileSync(note, 'utf8')) as { pid: number };
        expect(owner.pid).toBe(pid);
        writeFileSync(note, JSON.stringify({ ...owner, socket: null, alone: 'no socket' }));
      },
      /does not share it/u,
    ],
  ];
  it.each(faults)(
    'that %s costs one warning that says what to do; this palace’s results stay',
    async (_, happen, why) => {
      const { own, other, api } = await setUp();
      await happen(other);
      const { found, warnings } = await find(api);
      expect(found).toEqual([both[1]]);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain(`The linked palace “other” (${other}) is left out: `);
      expect(warnings[0]).toMatch(why);
      // On a busy machine the first answer may be that it is still opening.
      await expect
        .poll(async () => (await api.links({})).links)
        .toMatchObject([{ reachable: false, problem: expect.stringMatching(why) as string }]);
      await removeLink(own, 'other');
      expect((await find(api)).warnings).toEqual([]);
    },
  );

  it('that was replaced while it was open is read again', async () => {
    const { other, api } = await setUp();
    expect((await find(api)).found.sort()).toEqual(both);
    const changed = await palaceWith('changed', 'The crane of the gateway is blue.');
    rmSync(other, { recursive: true });
    cpSync(changed, other, { recursive: true });
    expect((await find(api)).found).toContain('other: The crane of the gateway is blue.');
  });
});

describe('the list of links', () => {
  it('is not in the palace’s folder, so a downloaded folder links nothing', async () => {
    const [own, other] = [await palaceWith('own', 'A crane.'), await palaceWith('other', 'Another crane.')];
    await addLink(own, other);
    const file = linksFile(own);
    expect(file.startsWith(own)).toBe(false);
    const copy = path.join(temporaryFolder(), 'cloned');
    cpSync(own, copy, { recursive: true });
    cpSync(file, path.join(copy, 'links.json'));
    expect(readLinks(copy)).toEqual([]);
    expect(readLinks(own)).toMatchObject([{ name: 'other', folder: other, agents: false }]);
  });

  it('keeps what another program links at the same moment', async () => {
    const [own, other, third] = [
      await palaceWith('own', 'A crane.'),
      await palaceWith('other', 'Another crane.'),
      await palaceWith('third', 'A third crane.'),
    ];
    await addLink(own, third);
    const withThird = readFileSync(linksFile(own));
    await removeLink(own, 'third');
    let linking: Promise<unknown> = Promise.resolve();
    // Another program has read the list, and writes it once this one has begun.
    await guarded(
      linksFile(own),
      () => undefined,
      () => {
        linking = addLink(own, other);
        writeFileSync(linksFile(own), withThird);
      },
    );
    await linking;
    expect(readLinks(own)).toMatchObject([{ name: 'third' }, { name: 'other' }]);
    await Promise.all([removeLink(own, 'other'), removeLink(own, 'third')]);
    expect(readLinks(own)).toEqual([]);
  });

  it('whose list can’t be written says so, and where it is', async () => {
    const [own, other] = [await palaceWith('own', 'A crane.'), await palaceWith('other', 'Another crane.')];
    const notes = path.join(temporaryFolder(), 'notes.md');
    writeFileSync(notes, 'notes');
    const data = path.join(notes, 'data');
    for (const change of [() => addLink(own, other, { data }), () => removeLink(own, 'other', data)])
      await expect(change()).rejects.toMatchObject({
        code: 'E_SETTINGS',
        message: `The list of linked palaces ${linksFile(own, data)} can't be written (ENOTDIR).`,
        remedy: 'Make its folder writable, or free some space on its disk, and try again; nothing was changed.',
      });
  });

  it('that can’t be read gives one warning', async () => {
    const { own, api } = await setUp();
    writeFileSync(linksFile(own), '{');
    const { found, warnings } = await find(api);
    expect(found).toEqual([both[1]]);
    expect(warnings).toEqual([expect.stringContaining(linksFile(own))]);
  });

  it('refuses a link to itself, taken or invalid names, and folders without a palace', async () => {
    const { own, other } = await setUp();
    const third = await palaceWith('third', 'A third crane.');
    for (const link of [
      () => addLink(own, own),
      () => addLink(own, third, { name: 'other' }),
      () => addLink(own, third, { name: 'this' }),
      () => addLink(own, third, { name: '../x' }),
      () => addLink(own, temporaryFolder()),
      () => removeLink(own, 'nobody'),
    ])
      await expect(link()).rejects.toThrow();
    await addLink(own, other, { name: 'gateway', agents: true });
    expect(readLinks(own)).toMatchObject([{ name: 'gateway', agents: true }]);
  });
});
