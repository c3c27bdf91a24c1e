import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { mineReportSchema } from '../../../extension/palace/contract/filing/intakeSchemas.ts';
import { guarded } from '../../../extension/service/ownership/guard.ts';
import { cli, runCli, runCliWithInput } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { runProgram } from '../../fixtures/runProgram.ts';

const prose = Array.from(
  { length: 60 },
  (_, i) => `Paragraph ${i}: the keeper of lighthouse ${i} writes the tally of the day into the ledger.\n\n`,
).join('');

const setUp = () => {
  const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  writeFiles(workspace, { 'ledger.md': prose, 'logs/today.log': 'A ship came in.\n' });
  const run = (...words: string[]) => runCli(palace, workspace, ...words);
  return {
    palace,
    workspace,
    run,
    mine: () =>
      mineReportSchema.omit({ skipped_files: true }).parse(JSON.parse(run('mine', '--no-wait', '--json').stdout)),
    /** The texts of a file's drawers, in order. */
    texts: (file: string): string[] =>
      z
        .object({ drawers: z.array(z.object({ text: z.string(), source_file: z.string() })) })
        .parse(JSON.parse(run('list', '--limit', '200', '--json').stdout))
        .drawers.filter(({ source_file: source }) => source === file)
        .map(({ text }) => text),
  };
};
const longest = (texts: readonly string[]): number => Math.max(...texts.map(({ length }) => length));

describe('the settings of a palace on the command line', () => {
  it('a changed chunk size re-chunks mined files once, and unsetting it restores the old drawers', () => {
    const { run, mine, texts } = setUp();
    mine();
    const before = texts('ledger.md');
    expect(longest(before)).toBeGreaterThan(500);

    expect(run('config', '--set', 'chunk_target=240').code).toBe(0);
    expect(texts('ledger.md')).toEqual(before);
    expect(mine().sources).toMatchObject({ mined: 2, unchanged: 0 });
    const cut = texts('ledger.md');
    expect(cut.join('')).toBe(prose);
    expect(longest(cut)).toBeLessThanOrEqual(300);
    expect(mine().sources).toMatchObject({ mined: 0, unchanged: 2 });

    expect(run('config', '--unset', 'chunk_target').code).toBe(0);
    expect(mine().sources).toMatchObject({ mined: 2, unchanged: 0 });
    expect(texts('ledger.md')).toEqual(before);
  });

  it('a lower size limit or an exclusion archives mined files, and removing it restores them', () => {
    const { run, mine } = setUp();
    mine();
    run('config', '--set', 'max_file_kib=1', 'exclude=["*.log"]');
    const { sources } = mine();
    expect(sources).toMatchObject({ archived: 1, skipped: { too_large: 1 } });
    run('config', '--unset', 'max_file_kib', 'exclude');
    expect(mine().sources).toMatchObject({ mined: 2, archived: 0 });
  });

  it('use the editor’s values unless the palace has its own', () => {
    const { palace, run, mine, texts } = setUp();
    mkdirSync(palace, { recursive: true });
    writeFileSync(
      path.join(palace, 'settings.editor.json'),
      JSON.stringify({ chunk_target: 240, exclude: ['/logs/'] }),
    );
    expect(mine().sources.mined).toBe(1);
    expect(longest(texts('ledger.md'))).toBeLessThanOrEqual(300);
    const { stdout } = run('config', '--set', 'chunk_target=400', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      settings: {
        chunk_target: { value: 400, default: 800, source: 'the palace’s settings.json' },
        exclude: { value: ['/logs/'], source: 'the editor’s settings' },
        max_file_kib: { value: 1024, source: 'default' },
      },
      problems: [],
    });
    mine();
    expect(longest(texts('ledger.md'))).toBeGreaterThan(300);
  });

  it('a wrong value is refused with its bounds; in a file it is reported and the default is used', () => {
    const { palace, workspace, run, mine, texts } = setUp();
    const refused = run('config', '--set', 'chunk_target=12');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('chunk_target must be a whole number from 200 to 4000, not 12.');
    expect(run('config', '--set', 'chunk=900').stderr).toContain('There is no setting “chunk”');
    mkdirSync(palace, { recursive: true });
    writeFileSync(path.join(palace, 'settings.json'), '{"chunk_target": "big", "max_file_kib": 64}');
    const mined = runCliWithInput(palace, workspace, '', 'mine', '--no-wait');
    expect(mined.stderr).toContain(
      'settings.json: chunk_target must be a whole number from 200 to 4000, not "big"',
    );
    expect(longest(texts('ledger.md'))).toBeGreaterThan(500);
    expect(mine().sources.unchanged).toBe(2);
  });

  it('are left alone while another program changes them, and say what to do', async () => {
    const { palace, workspace, run } = setUp();
    run('config', '--set', 'chunk_target=900');
    const file = path.join(palace, 'settings.json');
    const before = readFileSync(file, 'utf8');
    const { code, stderr } = await guarded(
      file,
      () => undefined,
      () =>
        runProgram([cli, 'config', '--set', 'max_file_kib=64'], {
          cwd: workspace,
          env: { SYNAPSE_PALACE_HOME: palace },
          input: '',
        }),
    );
    expect(code).toBe(1);
    expect(stderr).toContain(
      `Another program is changing ${file}. Try again in a few seconds; nothing was changed.`,
    );
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(run('config', '--set', 'max_file_kib=64').code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ chunk_target: 900, max_file_kib: 64 });
  });

  it.each(['{ broken', '["chunk_target"]'])(
    'in a file that is not one of settings (%s) are left alone',
    (text) => {
      const { palace, run } = setUp();
      mkdirSync(palace);
      const file = path.join(palace, 'settings.json');
      writeFileSync(file, text);
      for (const change of [
        ['--set', 'chunk_target=900'],
        ['--unset', 'chunk_target'],
      ]) {
        const { code, stderr } = run('config', ...change);
        expect(code).toBe(1);
        expect(stderr).toBe(
          `${file} is not an object of settings. Correct the file, or delete it. (E_SETTINGS)\n`,
        );
      }
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('another model folder is used for embedding, and one without a model is reported', () => {
    const { run } = setUp();
    const folder = path.join(temporaryFolder(), 'model');
    cpSync(path.resolve('media', 'models', 'all-MiniLM-L6-v2-int8'), folder, { recursive: true });
    const file = path.join(folder, 'model.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('all-MiniLM-L6-v2-int8', 'a-model-of-mine'));
    run('config', '--set', `model_folder=${folder}`);
    expect(run('mine').code).toBe(0);
    const embeddings = z.object({ embeddings: z.object({ model: z.string() }) });
    const model = () => embeddings.parse(JSON.parse(run('status', '--json').stdout)).embeddings.model;
    expect(model()).toBe('a-model-of-mine');
    run('config', '--set', `model_folder=${temporaryFolder()}`);
    expect(run('search', 'who keeps the tally').stdout).toContain('model.json');
  });
});
