import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawerId, roomName, wingName } from '../../../extension/palace/model/drawer/ids.ts';
import { openPalaceStore } from '../../../extension/palace/store/openPalaceStore.ts';
import { openForAgent } from '../../fixtures/agent/agentClient.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { sqliteWasm, temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { leaksIn } from '../../fixtures/secrets/secretWorkspace.ts';
import { newDrawer } from '../../unit/palace/store/samplePalace.ts';

/** Never issued, and in no form in this file that a scanner would report. */
const keys = ['aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5', 'qZ8wS2xE6dC4rF1vT9gB7yH3nU5jM0kI2oL8'].map((body) =>
  ['ghp', body].join('_'),
);
const [key = '', other = ''] = keys;

const readers = ['status', 'tags', 'patterns', 'findings', 'session-context', 'closets', 'verify'];

/** Every byte that a palace gives away by listing, searching, exporting and `commands` when nobody asks to see secrets. */
const everythingSaid = (palace: string, workspace: string, commands: readonly string[]): string => {
  const said: string[] = [];
  const run = (...words: string[]): string => {
    const { code, stdout, stderr } = runCli(palace, workspace, ...words);
    expect(code, `${words.join(' ')}: ${stderr}`).toBe(0);
    said.push(stdout, stderr);
    return stdout;
  };
  run('list', '--limit', '1000');
  run('list', '--limit', '1000', '--json');
  run('search', 'push', 'the', 'harbour', '--k', '50', '--explain', '--json');
  run('search', 'push', 'the', 'harbour', '--k', '50');
  for (const command of commands) run(command, '--json');
  for (const format of ['jsonl', 'markdown']) {
    const folder = path.join(temporaryFolder(), 'export');
    run('export', folder, '--format', format);
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
      said.push(entry.name, entry.isFile() ? readFileSync(path.join(entry.parentPath, entry.name), 'utf8') : '');
  }
  return said.join('\n');
};

describe('a secret in a file or room name', () => {
  it('appears in nothing that a palace shows or exports', async () => {
    const [workspace, palace] = [path.join(temporaryFolder(), 'harbour'), path.join(temporaryFolder(), 'palace')];
    const brought = temporaryFolder();
    writeFiles(workspace, {
      'calm.md': 'The harbour is calm.\n',
      [`tokens/${key}/plan.md`]: 'Push the crane to the harbour.\n',
      [`${other}.md`]: 'The second harbour.\n',
    });
    writeFiles(brought, {
      'talk.md': `User: use ${key} to push to the harbour\n\nAssistant: Pushed.\n\nUser: Thanks, and the tags?\n\nAssistant: Those, too.\n`,
      'drawers.jsonl': [
        { id: `note-${key}`, text: 'The harbour has two cranes.', wing: `w ${key}`, room: other, speaker: key },
        { text: 'Push the harbour gate.', wing: 'w', room: 'r', source_file: `dump/${key}.txt` },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    });
    execFileSync('git', ['init', '-q', '-b', `fix-${key}`], { cwd: workspace });
    execFileSync('git', ['add', 'calm.md'], { cwd: workspace });
    execFileSync(
      'git',
      ['-c', `user.name=${other}`, '-c', 'user.email=a@b.c', 'commit', '-qm', 'Push the harbour'],
      { cwd: workspace },
    );
    const run = (...words: string[]): void => {
      const { code, stderr } = runCli(palace, workspace, ...words);
      expect(code, `${words.join(' ')}: ${stderr}`).toBe(0);
    };
    run('mine');
    run('git-index', '--all');
    run('import', path.join(brought, 'talk.md'));
    run('import', path.join(brought, 'drawers.jsonl'));
    run(
      'save',
      'The harbour opens at six.',
      '--tag',
      key,
      '--room',
      `use ${other}`,
      '--wing',
      other,
      '--source',
      `${key}.ts`,
    );
    await openForAgent(palace, workspace);
    const said = everythingSaid(palace, workspace, readers);
    expect(said).toContain('The harbour opens at six.');
    expect(said).toContain('two cranes');
    expect(said).toContain('••••');
    expect(said.split('\n').filter((line) => leaksIn(line, keys).length > 0)).toEqual([]);
  });

  it('is removed from palaces of earlier versions, and every reference to its drawers stays intact', async () => {
    const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
    const store = await openPalaceStore({
      folder: palace,
      sqliteWasm,
      clock: () => new Date('2026-03-01T12:00:00Z'),
    });
    const named = (id: string, text: string) => ({
      ...newDrawer(id, { text }),
      id: drawerId(`drawer_w_use-${key}-to-push_${id}`),
      wing: wingName('w'),
      room: roomName(`use-${key}-to-push`),
    });
    const [first, second] = [
      named('0123456789abcdef', 'Push the old harbour.'),
      named('fedcba9876543210', 'Push the harbour.'),
    ];
    await store.write((write) => {
      const [rowid = 0] = write.insertDrawers([first, second]);
      write.updateDrawers([{ rowid, supersededBy: second.id }]);
      write.addTags(second.id, ['kept', key]);
      write.putProperties(second.id, { title: `use ${key} to push` });
    });
    await store.close();
    await openForAgent(palace, workspace);
    expect(leaksIn(everythingSaid(palace, workspace, []), keys)).toEqual([]);
    const { drawers } = JSON.parse(runCli(palace, workspace, 'list', '--json').stdout) as {
      drawers: {
        drawer_id: string;
        text: string;
        superseded_by: string | null;
        tags: string[];
        properties: object;
      }[];
    };
    const [old, young] = ['old harbour', 'Push the harbour'].map((text) =>
      drawers.find((each) => each.text.includes(text)),
    );
    expect(young?.tags).toEqual(['kept', '••••']);
    expect(young?.properties).toMatchObject({ title: 'use •••• to push' });
    expect(old?.superseded_by).toBe(young?.drawer_id);
  });
});
