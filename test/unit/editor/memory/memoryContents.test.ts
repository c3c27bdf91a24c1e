import { english } from '../localiser.ts';
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkWords, MemoryContents } from '../../../../extension/editor/memory/memoryContents.ts';
import { nodeKey, type MemoryNode } from '../../../../extension/editor/memory/memoryNode.ts';
import { noFilter } from '../../../../extension/editor/memory/memoryFilter.ts';
import { drawerLabel } from '../../../../extension/editor/memory/drawerText.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { minedPalace } from '../../../fixtures/palaces/minedPalace.ts';
import { openPalace, temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';
import { apiOf, drawerOf, hitOf, resultOf, statusOf } from '../fakePalace.ts';

const hasGit = (): boolean => spawnSync('git', ['--version']).status === 0;

const shelfCounts = ({ file = 0, git_commit: commits = 0 }: Record<string, number>) => {
  const inRoom = (room: string, count: number): Record<string, Record<string, number>> =>
    count === 0 ? {} : { app: { [room]: count } };
  return { files: inRoom('src', file), commits: inRoom('git', commits), conversations: {}, notes: {} };
};
const counted = (types: Record<string, number>) =>
  apiOf({
    status: () => Promise.resolve(statusOf(2, { drawers: { ...statusOf(2).drawers, by_type: types } })),
    shelves: () => Promise.resolve(shelfCounts(types)),
  });
const indexed = () => ({ commits: 2, days: 7 });

/** What a row says, as short as a test needs it. */
const named = (node: MemoryNode): string => {
  switch (node.kind) {
    case 'shelf':
      return `${node.shelf} ${node.count}`;
    case 'wing':
      return `${node.wing} ${node.count}`;
    case 'room':
      return `${node.room}/ ${node.count}`;
    case 'group':
      return `${node.group.title ?? node.group.group} ${node.group.drawers}`;
    case 'drawer':
      return drawerLabel(node.drawer, english);
    default:
      return node.kind;
  }
};

const reader = (palace: PalaceApi) => {
  const contents = new MemoryContents();
  /** The rows below a path of rows, each named by how it begins. */
  const rowsAt = async (...names: readonly string[]): Promise<readonly MemoryNode[]> => {
    let rows = await contents.children(palace, undefined);
    for (const name of names) {
      const row = rows.find((node) => named(node).startsWith(name));
      expect(row, `${name} among ${rows.map(named).join(', ')}`).toBeDefined();
      rows = await contents.children(palace, row);
    }
    expect(new Set(rows.map(nodeKey)).size).toBe(rows.length);
    return rows;
  };
  return { contents, at: async (...names: readonly string[]) => (await rowsAt(...names)).map(named) };
};

describe('what comes before the shelves', () => {
  it('is the note on automatically indexed commits, and the offer to mine where no file was', async () => {
    const kinds = async (types: Record<string, number>, contents = new MemoryContents(indexed)) =>
      (await contents.children(counted(types), undefined)).map(({ kind }) => kind);
    expect(await kinds({ git_commit: 2 })).toEqual(['commits', 'unmined', 'shelf']);
    expect(await kinds({ git_commit: 2, file: 1 })).toEqual(['commits', 'shelf', 'shelf']);
    expect(await kinds({ file: 1 })).toEqual(['shelf']);
    expect(await kinds({ git_commit: 2 }, new MemoryContents())).toEqual(['shelf']);
  });
});

describe('the Memory view of a palace', () => {
  it('reads again what could not be read, though nothing has changed', async () => {
    const whole = counted({ file: 1 });
    let failures = 1;
    const palace = apiOf({
      status: () => whole.status({}),
      shelves: (request) => (failures-- > 0 ? Promise.reject(new Error('gone')) : whole.shelves(request)),
    });
    const { at } = reader(palace);
    await expect(at()).rejects.toThrow('gone');
    expect(await at()).toEqual(['files 1']);
  });

  it('goes from folders to files to drawers, and conversations stand by their titles, not among the folders', async () => {
    const { palace } = await minedPalace(
      {},
      {
        'README.md': 'Harbour.\n',
        'src/z.ts': 'export const z = 1;\n',
        'src/deep/a10.ts': 'export const ten = 10;\n',
        'src/deep/a9.ts': 'export const nine = 9;\n',
        'docs/long.md': Array.from(
          { length: 30 },
          (_, i) => `# Part ${i}\n\nThe crane ${i} was seen near the berth of the harbour.\n\n`,
        ).join(''),
      },
    );
    const talks = temporaryFolder();
    writeFiles(talks, {
      'fog.md':
        '# Fog bell\n\nUser: Why did it ring?\n\nAssistant: The relay.\n\nUser: Thanks\n\nAssistant: Welcome.\n',
      'keys.md': '# The keys\n\nUser: Where are they?\n\nAssistant: In the box.\n',
    });
    await palace.importConversations({ files: [path.join(talks, 'fog.md'), path.join(talks, 'keys.md')] });
    await palace.save({ text: 'Berths are cleaned on Mondays.', type: 'decision', filed_at: '2026-01-01' });
    await palace.save({ text: 'The winch wants grease.', type: 'insight', filed_at: '2026-02-01' });
    const { contents, at } = reader(palace);

    expect(await at()).toEqual([expect.stringMatching(/^files \d+$/), 'conversations 3', 'notes 2']);
    // The only wing is not a row of its own.
    expect(await at('files')).toEqual([expect.stringMatching(/^docs\/ \d$/), 'src/ 3', 'general/ 1']);
    expect(await at('files', 'src')).toEqual(['src/deep/a9.ts 1', 'src/deep/a10.ts 1', 'src/z.ts 1']);
    const parts = await at('files', 'docs', 'docs/long.md');
    expect(parts.length).toBeGreaterThan(1);
    const lines = parts.map((label) => Number(/:(\d+)/.exec(label)?.[1]));
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
    expect((await at('conversations')).sort()).toEqual(['Fog bell 2', 'The keys 1']);
    expect(await at('conversations', 'Fog bell')).toEqual([
      expect.stringContaining('Why did it ring?'),
      expect.stringContaining('Thanks'),
    ]);
    expect(await at('notes')).toEqual(['The winch wants grease.', 'Berths are cleaned on Mondays.']);

    // Notes of several rooms stand by room; a filter counts what it lets pass.
    await palace.save({ text: 'The fog bell is tested at noon.', type: 'insight', room: 'bells' });
    contents.refresh();
    expect(await at('notes')).toEqual(['bells/ 1', 'notes/ 2']);
    contents.filter = { ...noFilter, types: ['decision'] };
    expect(await at()).toEqual(['notes 1']);
    expect(await at('notes')).toEqual(['Berths are cleaned on Mondays.']);
    await palace.close();
  });

  it('has one row for a long note, which its first part stands for, also where a later part is found', async () => {
    const palace = await openPalace({ folder: temporaryFolder() });
    const days = Array.from(
      { length: 200 },
      (_, day) => `Day ${day}: the ferry of gate ${day} left at dawn, on time.`,
    );
    await palace.save({ text: `The log of the ferry\n\n${days.join('\n\n')}`, type: 'reference' });
    await palace.save({ text: 'The winch wants grease.', type: 'insight' });
    const { contents, at } = reader(palace);
    expect(await at()).toEqual(['notes 2']);
    expect(await at('notes')).toEqual(['The winch wants grease.', 'The log of the ferry']);
    for (const text of ['"Day 190"', 'ferry']) {
      contents.filter = { ...noFilter, text };
      expect(await at()).toEqual(['notes 1']);
      expect(await at('notes')).toEqual(['The log of the ferry']);
    }
    await palace.close();
  });

  it.skipIf(!hasGit())('lists commits newest first, by branch where there are several', async () => {
    const { palace } = await minedPalace({}, { 'a.md': 'Harbour.\n' });
    const repository = temporaryFolder();
    const git = (...words: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.example', ...words], {
        cwd: repository,
      });
    const commit = (subject: string, day: number): void =>
      git('commit', '--allow-empty', '-q', '-m', subject, `--date=2026-02-0${day}T12:00:00Z`);
    git('init', '-q', '-b', 'main');
    commit('Cranes turn', 1);
    commit('Berths are named', 3);
    commit('The tide is read', 2);
    await palace.indexCommits({ repo_path: repository, all: true });
    const { contents, at } = reader(palace);
    expect(await at('commits')).toEqual(['Berths are named', 'The tide is read', 'Cranes turn']);
    git('checkout', '-q', '-b', 'fog');
    commit('The bell rings', 5);
    await palace.indexCommits({ repo_path: repository, all: true });
    contents.refresh();
    expect(await at('commits')).toEqual(['fog 1', 'main 3']);
    expect(await at('commits', 'main')).toHaveLength(3);
    await palace.close();
  });

  it('leaves no wing out that is shared with a team: its row says so, and its menu ends it', async () => {
    const palace = counted({ file: 2 });
    const rowsOf = async (contents: MemoryContents) => {
      const [files] = await contents.children(palace, undefined);
      return (await contents.children(palace, files)).map(named);
    };
    expect(await rowsOf(new MemoryContents())).toEqual(['src/ 2']);
    expect(await rowsOf(new MemoryContents(undefined, (wing) => wing === 'app'))).toEqual(['app 2']);
  });
});

describe('the rows of the Memory view under a filter by words', () => {
  it('are the best matches by shelf, searched once until something changes', async () => {
    let searches = 0;
    const contents = new MemoryContents();
    contents.filter = { ...noFilter, text: 'token', tiers: ['longterm'] };
    const api = apiOf({
      search: (request) => {
        searches += 1;
        expect(request).toMatchObject({
          query: 'token',
          filter: { tier: ['longterm'] },
          dry_run: true,
          words_only: true,
        });
        return Promise.resolve(
          resultOf('token', [hitOf(2, { type: 'decision' }), hitOf(1), hitOf(3, { type: 'insight' })]),
        );
      },
      show: ({ drawer_id: id }) => Promise.resolve(drawerOf(Number(id.split('_')[1]), { type: 'decision' })),
    });
    const top = await contents.children(api, undefined);
    expect(top.map(named)).toEqual(['files 1', 'notes 2']);
    const notes = await contents.children(api, top[1]);
    expect(notes.map((row) => row.kind === 'drawer' && row.drawer.drawer_id)).toEqual(['drawer_2', 'drawer_3']);
    expect(searches).toBe(1);
    contents.refresh();
    await contents.children(api, undefined);
    expect(searches).toBe(2);
  });

  it('are refused before the view changes if the palace refuses the words', async () => {
    const refused = new PalaceError('E_QUERY_FIELD', 'no such type');
    const api = apiOf({ search: () => Promise.reject(refused) });
    await expect(checkWords(api, { ...noFilter, text: 'type:string' })).rejects.toBe(refused);
    // Without words nothing is searched.
    await checkWords(apiOf({}), { ...noFilter, types: ['decision'] });
  });

  it('leave out a drawer that was deleted after the search', async () => {
    const api = apiOf({
      search: () => Promise.resolve(resultOf('words', [hitOf(1), hitOf(2), hitOf(3)])),
      show: ({ drawer_id: id }) =>
        id === 'drawer_2'
          ? Promise.reject(new PalaceError('E_DRAWER_NOT_FOUND', 'gone'))
          : Promise.resolve(drawerOf(Number(id.slice('drawer_'.length)))),
    });
    const contents = new MemoryContents();
    contents.filter = { ...noFilter, text: 'words' };
    const rows = await contents.children(api, { kind: 'shelf', shelf: 'files', count: 3, isFound: true });
    expect(rows.map((row) => row.kind === 'drawer' && row.drawer.drawer_id)).toEqual(['drawer_1', 'drawer_3']);
  });
});
