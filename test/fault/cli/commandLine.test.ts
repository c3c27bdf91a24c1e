import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { mineReportSchema } from '../../../extension/palace/contract/filing/intakeSchemas.ts';
import { statusSchema } from '../../../extension/palace/contract/maintenanceSchemas.ts';
import { cli, runCli, runCliOf } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';
import { chaptersWorkspace, json } from '../../fixtures/palaces/chapters.ts';

describe('the command line', () => {
  it('mines, searches with an exact explanation, shows, lists and verifies', () => {
    const { palace, workspace } = chaptersWorkspace();
    const mined = json(
      mineReportSchema.omit({ skipped_files: true }),
      runCli(palace, workspace, 'mine', '--json').stdout,
    );
    expect(mined.sources.mined).toBe(31);
    expect(mined.embeddings).toEqual({ done: 31, pending: 0 });
    writeFiles(workspace, { 'docs/late.md': 'A note that comes late.\n' });
    const { stdout: due } = runCli(palace, workspace, 'mine', '--dry-run');
    expect(due).toBe('Mining would file 1 file:\n  docs/late.md\n');
    const { embeddings, drawers } = json(
      mineReportSchema.omit({ skipped_files: true }),
      runCli(palace, workspace, 'mine', '--max-wait', '0', '--json').stdout,
    );
    expect({ sum: embeddings.done + embeddings.pending, added: drawers.added }).toEqual({ sum: 32, added: 1 });
    rmSync(path.join(workspace, 'docs/late.md'));
    expect(runCli(palace, workspace, 'mine', '--max-wait', '60').code).toBe(0);
    const found = json(
      searchResultSchema,
      runCli(palace, workspace, 'search', 'what happens after a storm', '--explain', '--json').stdout,
    );
    expect(found.results[0]?.source_file).toBe('docs/moorings.md');
    expect(found.pipeline_trace.model_guard.result).toBe('MATCH');
    for (const { cosine_similarity: cosine, score_events: events, score } of found.results)
      expect(events?.reduce((sum, { delta }) => sum + delta, cosine ?? NaN)).toBe(score);
    const drawn = runCli(
      palace,
      workspace,
      'search',
      'what happens after a storm',
      '--explain',
      '--k',
      '1',
    ).stdout;
    expect(drawn).toContain('docs/moorings.md:1');
    expect(drawn).toMatch(/cosine +0\.\d{3} +█+/);
    expect(drawn).toContain('final score');
    const shown = runCli(palace, workspace, 'show', found.results[0]?.drawer_id ?? '').stdout;
    expect(shown).toContain('After a storm the log is replayed to the last commit.');
    const page = runCli(palace, workspace, 'list', '--limit', '3').stdout.trim().split('\n');
    expect(page).toHaveLength(4);
    // Of letters that no shell reads as anything else, so that it can be pasted.
    const [, cursor = ''] = /^More: the same again with --cursor ([\w-]+)$/.exec(page[3] ?? '') ?? [];
    const following = runCli(palace, workspace, 'list', '--limit', '3', '--cursor', cursor)
      .stdout.trim()
      .split('\n');
    expect(following).toHaveLength(4);
    expect(following.slice(0, 3)).not.toContain(page[2]);
    expect(runCli(palace, workspace, 'verify').stdout).toContain('Sound: 32 drawers');
    const status = json(statusSchema, runCli(palace, workspace, 'status', '--json').stdout);
    expect(status.drawers.total).toBe(31);
    expect(status.warnings).toEqual([]);
  });

  it('says what a first mine would file, and makes no palace', () => {
    const { palace, workspace } = chaptersWorkspace();
    const { code, stdout } = runCli(palace, workspace, 'mine', '--dry-run');
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: 'Mining would file 31 files:' });
    expect(existsSync(palace)).toBe(false);
  });

  it('reports errors in one line, with exit code 1 for failures and 2 for wrong usage', () => {
    const { palace, workspace } = chaptersWorkspace();
    const oneLine = (outcome: { stderr: string }): void =>
      expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
    const noPalace = runCliOf(cli, palace, workspace, 'search', 'storm');
    expect(noPalace).toMatchObject({ code: 1, stdout: '' });
    expect(noPalace.stderr).toContain('E_PALACE_NOT_FOUND');
    oneLine(noPalace);
    const unreadable = runCliOf(cli, palace, workspace, 'mine', path.join(workspace, 'nowhere'));
    expect(unreadable.code).toBe(1);
    expect(unreadable.stderr).toContain('nowhere');
    oneLine(unreadable);
    runCliOf(cli, palace, workspace, 'mine', '--no-wait');
    for (const words of [
      ['search', ''],
      ['search', 'x'.repeat(100_000)],
      ['search', 'storm', '--type', 'banana'],
      ['search', 'storm', '--set', 'mmr_lambda=7'],
    ]) {
      const outcome = runCliOf(cli, palace, workspace, ...words);
      expect(outcome.code).toBe(2);
      oneLine(outcome);
    }
    expect(runCliOf(cli, palace, workspace, 'frobnicate').code).toBe(2);
    expect(runCliOf(cli, palace, workspace, 'search', 'storm', '--k', 'many').code).toBe(2);
    expect(runCliOf(cli, palace, workspace, 'show', 'drawer_that_is_not').stderr).toContain('E_DRAWER_NOT_FOUND');
    expect(runCliOf(cli, palace, workspace, '--help')).toMatchObject({ code: 0 });
  });

  it('refuses to change a damaged palace or one from a newer version, and says so', () => {
    const { palace, workspace } = chaptersWorkspace();
    runCli(palace, workspace, 'mine', '--no-wait');
    const file = path.join(palace, 'palace.sqlite');
    const sound = readFileSync(file);
    const damaged = Buffer.from(sound).fill(0xa5, 100, 4000);
    writeFileSync(file, damaged);
    const verify = runCli(palace, workspace, 'mine', '--no-wait');
    expect(verify.code).toBe(1);
    expect(verify.stderr).toContain('E_PALACE_DAMAGED');
    expect(readFileSync(file).equals(damaged)).toBe(true);
  });

  it('searches by words and says so when the model is missing or altered, and runs no altered SQLite', () => {
    const { palace, workspace } = chaptersWorkspace();
    const install = temporaryFolder();
    cpSync('dist', path.join(install, 'dist'), {
      recursive: true,
      filter: (file) => !/\.(?:map|cache)$|bench/.test(file),
    });
    const model = path.join(install, 'media/models/all-MiniLM-L6-v2-int8');
    mkdirSync(model, { recursive: true });
    for (const name of ['model.json', 'tokenizer.json'])
      copyFileSync(path.join('media/models/all-MiniLM-L6-v2-int8', name), path.join(model, name));
    const search = (): z.infer<typeof searchResultSchema> =>
      json(
        searchResultSchema,
        runCliOf(
          path.join(install, 'dist/cli.js'),
          palace,
          workspace,
          'search',
          'what happens after a storm',
          '--json',
        ).stdout,
      );
    runCli(palace, workspace, 'mine');
    const missing = search();
    expect(missing.results[0]?.source_file).toBe('docs/moorings.md');
    expect(missing.warnings.join()).toContain('weights.int8');
    // What the first run compiled is kept for the next one, which does without if it was damaged.
    const caches = readdirSync(path.join(install, 'dist')).filter((name) => name.endsWith('.cache'));
    expect(caches.map((name) => name.split('.')[0]).sort()).toEqual(['cliProgram', 'ownerProgram']);
    for (const name of caches) writeFileSync(path.join(install, 'dist', name), 'not compiled');
    writeFileSync(path.join(model, 'weights.int8'), 'not a model');
    const altered = search();
    expect(altered.results[0]?.source_file).toBe('docs/moorings.md');
    expect(altered.pipeline_trace.model_guard.result).toBe('UNAVAILABLE');
    expect(altered.warnings.join()).toContain('altered');
    // A single byte of SQLite, and it is not run.
    const sqlite = path.join(install, 'dist/sql-wasm-debug.wasm');
    const bytes = readFileSync(sqlite);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    writeFileSync(sqlite, bytes);
    const refused = runCliOf(path.join(install, 'dist/cli.js'), palace, workspace, 'search', 'storm');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('E_SQLITE_INCOMPATIBLE')]);
    expect(refused.stderr).toContain('altered: its SHA-256 is');
  });

  it('embeds the shown results first, so that meaning counts long before every drawer has its vector', () => {
    const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    const texts = (count: number, folder: string, text: (n: number) => string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/${n}.md`, text(n)]));
    writeFiles(workspace, {
      ...texts(15, 'test/lighthouse', (n) => `The lighthouse keeper of year ${n} trimmed ${n * 7} lamps.\n`),
      ...texts(
        400,
        'logs',
        (n) => `# Day ${n}\n\n${`Ship ${n} took ${n * 3} crates of rope on board. `.repeat(12)}\n`,
      ),
    });
    runCli(palace, workspace, 'mine', '--no-wait');
    const search = () =>
      json(
        searchResultSchema,
        runCli(palace, workspace, 'search', 'lighthouse keeper', '--explain', '--json').stdout,
      );
    const withoutCosine = ({ results }: ReturnType<typeof search>): number =>
      results.filter(({ cosine_similarity: cosine }) => cosine === 0).length;
    let found = search();
    // One search waits 5 s at most: on a busy machine the next ones go on.
    for (let again = 0; again < 200 && withoutCosine(found) > 0; again++) found = search();
    expect(found.results).toHaveLength(10);
    expect(withoutCosine(found)).toBe(0);
    expect(found.pipeline_trace.scope.without_vector).toBeGreaterThan(200);
  });
});
