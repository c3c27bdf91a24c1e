import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { HookContexts, HookName, SearchResult } from '../../../extension/api/publicApi.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** A program as docs/api.md shows it; it watches until its standard input ends, then prints what it was told. */
const program = `
import { openPalace } from 'synapse-palace';

const log = [];
const palace = await openPalace({ palace: process.argv[2], onLog: (level, message) => log.push(level + ' ' + message) });
const request = { query: 'why is the queue drained twice', explain: true, replay: true };
const plain = await palace.search(request);
const told = {};
for (const name of ['post_model_guard', 'post_cross_wing', 'post_score_event', 'post_compaction_plan', 'post_batch']) {
  told[name] = [];
  palace.registerHook(name, (context) => void told[name].push(context));
}
palace.registerHook('post_model_guard', () => {
  throw new Error('thrown on purpose');
});
palace.registerHook('post_cross_wing', async () => {
  throw new Error('rejected on purpose');
});
const watched = await palace.search(request);
const heard = Object.fromEntries(Object.entries(told).map(([name, contexts]) => [name, contexts.length]));
const replayed = await palace.replay(watched.replay_packet);
const refused = await palace.search({ query: 'x', filter: { wing: 'one' } }).catch(({ code }) => code);
process.stdout.write('watching\\n');
process.stdin.resume();
await new Promise((resolve) => process.stdin.once('end', resolve));
await palace.close();
process.stdout.write(JSON.stringify({ plain, watched, heard, replayed, refused, told, log, version: palace.version }));
`;

const typedProgram = `
import { openPalace, type SearchResult } from 'synapse-palace';
const palace = await openPalace();
const hook = palace.registerHook('post_score_event', ({ delta }) => delta.toFixed(2));
const found: SearchResult = await palace.search({ query: 'x', sort_by: 'recency' });
found.results[0]?.score.toFixed();
hook.dispose();
// @ts-expect-error there is no such hook
palace.registerHook('post_everything', () => undefined);
`;

/** A folder in which `synapse-palace` can be imported, with these files. */
const programFolder = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(path.resolve('.'), path.join(folder, 'node_modules', 'synapse-palace'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
};

/** A palace of two files, and the folder of the program beside it. */
const minedPalace = () => {
  const folder = programFolder({ 'program.mjs': program });
  const palace = path.join(folder, 'palace');
  const workspace = path.join(folder, 'harbor');
  mkdirSync(workspace);
  writeFileSync(
    path.join(workspace, 'queue.md'),
    '# The queue\n\nThe queue is drained twice because the timer and the signal both start the worker.\n',
  );
  writeFileSync(path.join(workspace, 'crane.md'), '# The crane\n\nThe crane is inspected every March.\n');
  expect(runCli(palace, workspace, 'mine', '.')).toMatchObject({ code: 0 });
  return { folder, palace };
};

interface Printed {
  readonly plain: SearchResult;
  readonly watched: SearchResult;
  readonly replayed: SearchResult;
  readonly heard: Readonly<Record<string, number>>;
  readonly refused: unknown;
  readonly told: HookTold;
  readonly log: readonly string[];
  readonly version: number;
}
type HookTold = { readonly [Name in HookName]: readonly HookContexts[Name][] };

/** Runs the program; once it watches, does `meanwhile`, and gives what it printed in the end. */
const run = async (folder: string, palace: string, meanwhile: () => void): Promise<Printed> => {
  const child = spawn(process.execPath, ['program.mjs', palace], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  child.stdout.setEncoding('utf8');
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdout.on('data', (text: string) => {
    const watched = printed.includes('watching\n');
    printed += text;
    if (watched || !printed.includes('watching\n')) return;
    meanwhile();
    child.stdin.end();
  });
  expect(await ended).toBe(0);
  return JSON.parse(printed.slice(printed.indexOf('\n') + 1)) as Printed;
};

describe('a Node program that uses the API', () => {
  it('searches, replays, and watches the pipeline, including other programs’ searches', async () => {
    const { folder, palace } = minedPalace();
    const { plain, watched, heard, replayed, refused, told, log, version } = await run(folder, palace, () => {
      expect(runCli(palace, folder, 'scan')).toMatchObject({ code: 0 });
      expect(runCli(palace, folder, 'compact', '--dry-run')).toMatchObject({ code: 0 });
    });
    expect(version).toBe(1);
    expect(watched.results[0]?.source_file).toBe('queue.md');
    // When a search has resolved, its hooks have been told.
    expect(heard).toMatchObject({
      post_model_guard: 1,
      post_cross_wing: 1,
      post_batch: 0,
      post_compaction_plan: 0,
    });
    for (const { drawer_id: id, cosine_similarity: cosine, score } of watched.results)
      expect(
        told.post_score_event
          .slice(0, heard.post_score_event)
          .filter(({ drawer_id: other }) => other === id)
          .reduce((sum, { delta }) => sum + delta, cosine ?? NaN),
      ).toBe(score);
    expect(replayed.results).toEqual(watched.results);
    expect(watched.results).toEqual(plain.results);
    expect(log.join('\n')).toMatch(/warn The hook post_model_guard failed.*thrown on purpose/);
    expect(log.join('\n')).toMatch(/warn The hook post_cross_wing failed.*rejected on purpose/);
    expect(refused).toBe('E_USAGE');
    expect(told.post_batch).toEqual([{ batch_index: 0, offset: 0, batch_size: 2, ltp_updates: 0 }]);
    expect(told.post_compaction_plan).toEqual([
      { candidates: [], groups: [], would_archive: 0, would_create_summaries: 0 },
    ]);
  });

  it('compiles against types that need no other package', () => {
    const folder = programFolder({ 'typed.mts': typedProgram });
    const compiled = ts.createProgram([path.join(folder, 'typed.mts')], {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2022,
      strict: true,
      noEmit: true,
      types: [],
    });
    expect(
      ts
        .getPreEmitDiagnostics(compiled)
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ).toEqual([]);
  });
});
