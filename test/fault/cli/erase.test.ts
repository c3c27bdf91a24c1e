import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { eraseReachSchema } from '../../../extension/palace/contract/eraseSchemas.ts';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import { cli, runCli, startCli } from '../../fixtures/palaces/builtPalace.ts';
import { filesHolding } from '../../fixtures/filesHolding.ts';
import { oldLimits, planDrawers } from '../../fixtures/palaces/planPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const json = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text));
/** Stands in the old limit alone, then in its summary and plans as well. */
const word = 'AUTH_BURST_MAX';
const hasScript = spawnSync('script', ['--version']).status === 0;

/** A palace that this process owns: the sample's notes and a mined file, with closets, an applied plan and its backup. */
const ownedPalace = async () => {
  const [folder, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  const file = path.join(temporaryFolder(), 'drawers.jsonl');
  writeFileSync(file, planDrawers.map((drawer) => JSON.stringify(drawer)).join('\n'));
  writeFiles(workspace, {
    'docs/bursts.md': `# Bursts\n\nHow long ${word} holds is said here.\n`,
  });
  const { api, close } = await connectPalace({
    folder,
    workspace: 'harbor',
    distFolder: path.resolve('dist'),
    modelFolder: path.resolve('media/models/all-MiniLM-L6-v2-int8'),
  });
  await api.importDrawers({ file });
  await api.mine({ folders: [{ path: workspace, name: 'harbor' }], wait_for_embeddings: true });
  await api.closets({ build: true });
  await api.update({ drawer_ids: oldLimits, superseded_by: 'limit-now' });
  const plan = (await api.compact({})).plan?.id ?? '';
  await api.applyPlan({ plan_id: plan });
  return { palace: folder, workspace, api, close, plan };
};

/** A palace of one note. */
const withNote = () => {
  const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  const run = (...words: string[]) => runCli(palace, workspace, ...words);
  const saved: unknown = JSON.parse(run('save', 'The quibblefrost gate.', '--json').stdout);
  return { palace, workspace, run, id: z.object({ drawer_id: z.string() }).parse(saved).drawer_id };
};

describe('erase', () => {
  it('leaves no byte of the text in the palace’s folder while another process owns the palace', async () => {
    const { palace, workspace, api, close, plan } = await ownedPalace();
    const run = (...words: string[]): string => {
      const { code, stdout, stderr } = runCli(palace, workspace, ...words);
      expect(code, `${words.join(' ')}: ${stderr}`).toBe(0);
      return stdout;
    };
    const all = async () => (await api.list({ limit: 100 })).drawers;
    try {
      run('search', word);
      const mined = (await all()).find(({ text }) => text.includes('is said here'))?.drawer_id ?? '';
      // The word index is saved a moment after its drawers.
      await expect
        .poll(() => filesHolding(palace, word))
        .toEqual([expect.stringMatching(/^backups/), 'lexical.idx', 'palace.sqlite-wal']);

      const reach = json(eraseReachSchema, run('erase', 'limit-b', mined, '--dry-run', '--json'));
      expect(reach).toMatchObject({ plans: [plan], backups: 1 });
      expect(reach.come_back).toEqual(['limit-a', 'limit-c', 'limit-d']);
      const asked = runCli(palace, workspace, 'erase', 'limit-b', mined);
      expect(asked.code).toBe(2);
      for (const text of [
        'limit-b',
        plan,
        'docs/bursts.md',
        'Not reached: exports',
        '--yes erases without asking',
      ])
        expect(asked.stderr).toContain(text);
      expect(runCli(palace, workspace, 'erase', 'no-such').stderr).toContain('E_DRAWER_NOT_FOUND');
      expect((await api.show({ drawer_id: 'limit-b' })).text).toContain(word);

      expect(run('erase', 'limit-b', mined, '--yes')).toContain('Erased: 3 drawers.');
      expect(filesHolding(palace, word)).toEqual([]);
      run('mine');
      expect((await all()).map(({ drawer_id: id }) => id).sort()).toEqual(
        ['limit-a', 'limit-c', 'limit-d', 'limit-now', 'race-a', 'race-b', 'race-c', 'tide'].sort(),
      );
      expect(run('verify')).toContain('8');
    } finally {
      await close();
    }
    expect(filesHolding(palace, word)).toEqual([]);
    expect(readdirSync(path.join(palace, 'backups'))).toHaveLength(1);
  });

  it.skipIf(!hasScript)('on a terminal, asks for the confirmation word and accepts no other', () => {
    const { palace, workspace, run, id } = withNote();
    const typed = (answer: string) =>
      spawnSync(
        'script',
        ['-qec', `${process.execPath} ${cli} erase ${id}`, path.join(temporaryFolder(), 'log')],
        {
          cwd: workspace,
          env: { ...process.env, SYNAPSE_PALACE_HOME: palace, NO_COLOR: '1' },
          input: `${answer}\n`,
          encoding: 'utf8',
        },
      );
    const refused = typed('yes');
    expect(refused.stdout).toContain('Type ERASE to continue');
    expect(refused).toMatchObject({ status: 1 });
    expect(run('show', id).code).toBe(0);
    expect(typed('ERASE').stdout).toContain('Erased: 1 drawer.');
    expect(run('show', id).stderr).toContain('E_DRAWER_NOT_FOUND');
  });

  it('killed halfway, has erased everything or nothing once the palace is opened again', async () => {
    const { palace, workspace, run, id } = withNote();
    const child = startCli(palace, workspace, ['erase', id, '--yes']);
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
    // The drawer is gone from the table; its bytes are about to be.
    const watch = setInterval(() => {
      if (existsSync(path.join(palace, 'rewritten.sqlite'))) child.kill('SIGKILL');
    }, 1);
    await ended;
    clearInterval(watch);
    const isThere = run('show', id).code === 0;
    const left = filesHolding(palace, 'quibblefrost');
    if (isThere) expect(left).toContain('palace.sqlite');
    else expect(left).toEqual([]);
    expect(run('verify').code).toBe(0);
  });
});
