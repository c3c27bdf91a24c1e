import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { drawerViewSchema } from '../../../extension/palace/contract/drawerViewSchema.ts';
import { saveReportSchema, updateReportSchema } from '../../../extension/palace/contract/noteSchemas.ts';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const json = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text));
const drawerList = z.object({ drawers: z.array(drawerViewSchema) });

/** A palace with a short file, one of several drawers, and one whose only line is cut into several. */
const mined = () => {
  const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  writeFiles(workspace, {
    'src/crane.ts': '// The crane rests at night.\nexport const crane = 1;\n',
    'many.txt': Array.from({ length: 200 }, (_, i) => `The berth of ship ${i} is free again.`).join('\n'),
    'long.txt': Array.from({ length: 400 }, (_, i) => `berth${i}`).join(' '),
  });
  const run = (...words: string[]) => runCli(palace, workspace, ...words);
  expect(run('mine', '--no-wait', '--quiet').code).toBe(0);
  const drawersOf = (file: string) =>
    json(drawerList, run('list', '--path', file, '--include-archived', '--json').stdout).drawers;
  return { run, workspace, drawersOf };
};

it('every command takes the place that a search prints for a drawer’s ID', () => {
  const { run, workspace, drawersOf } = mined();
  const printed = /^ +1 {2}(\S+) /.exec(run('search', 'crane rests at night').stdout)?.[1] ?? '';
  expect(printed).toBe('src/crane.ts:1–2');
  const [crane] = drawersOf('src/crane.ts');
  const id = crane?.drawer_id ?? '';
  for (const place of [printed, './src/crane.ts:1-2', 'src/crane.ts:1', path.join(workspace, 'src/crane.ts:2')])
    expect(run('show', place).stdout, place).toContain(`${id}\n`);
  expect(json(drawerViewSchema, run('show', printed, '--json').stdout).drawer_id).toBe(id);
  expect(run('why-not', printed, 'quay').stdout).toContain('src/crane.ts');
  for (const words of [
    ['pin', printed],
    ['unpin', printed],
    ['tag', printed, '--add', 'harbour'],
    ['tier', 'ephemeral', printed],
    ['move', printed, '--room', 'quay'],
    ['mark', printed, '--importance', '0.9'],
    ['archive', printed],
  ])
    expect(run(...words), words.join(' ')).toEqual({ code: 0, stdout: `${id} changed.\n`, stderr: '' });
  expect(run('restore', printed).stdout).toBe(`${id} restored.\n`);
  expect(drawersOf('src/crane.ts')).toMatchObject([
    { drawer_id: id, archived: false, room: 'quay', tier: 'ephemeral', importance: 0.9, tags: ['harbour'] },
  ]);
  const note = json(saveReportSchema, run('save', 'The crane works at night.', '--json').stdout).drawer_id ?? '';
  expect(run('mark', note, '--superseded-by', printed).code).toBe(0);
  expect(json(drawerViewSchema, run('show', note, '--json').stdout).superseded_by).toBe(id);
  const gone = run('pin', 'src/crane.ts:90');
  expect(gone.code).toBe(1);
  expect(gone.stderr).toContain('There is no drawer at src/crane.ts:90 in this palace');
});

it('a place of several drawers is all of them where that can be undone, and is refused with their IDs elsewhere', () => {
  const { run, drawersOf } = mined();
  for (const [file, place] of [
    ['long.txt', 'long.txt:1'],
    ['many.txt', 'many.txt:1-'],
  ] as const) {
    const ids = drawersOf(file)
      .toSorted((a, b) => a.chunk_index - b.chunk_index)
      .map(({ drawer_id: id }) => id);
    expect(ids.length).toBeGreaterThan(2);
    const shown = run('show', place).stdout;
    expect(ids.filter((id) => !shown.includes(`${id}\n`))).toEqual([]);
    expect(json(updateReportSchema, run('pin', place, '--json').stdout).updated).toBe(ids.length);
    for (const words of [
      ['erase', place, '--yes'],
      ['edit', place, 'The berth is taken.'],
      ['similar', place],
      ['why-not', place, 'quay'],
      ['show', place, '--json'],
    ]) {
      const { code, stdout, stderr } = run(...words);
      expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
      expect(stderr).toContain(`${place} is the place of ${ids.length} drawers`);
      expect(ids.filter((id) => !stderr.includes(id))).toEqual([]);
    }
    expect(drawersOf(file)).toHaveLength(ids.length);
  }
  expect(run('erase', 'src/crane.ts:1–2', '--yes').stdout).toContain('Erased: 1 drawer.');
  expect(drawersOf('src/crane.ts')).toEqual([]);
});

it('a search prints the ID of what has no place that names it', () => {
  const { run } = mined();
  const save = (...words: string[]): string =>
    json(saveReportSchema, run('save', ...words, '--json').stdout).drawer_id ?? '';
  const ids = [
    save('The winch of the crane is oiled on Mondays.'),
    save('The winch of the crane was painted.', '--source', 'src/crane.ts:1-2'),
  ];
  const { stdout } = run('search', 'winch crane', '--type', 'insight', 'file');
  for (const id of ids) expect(stdout).toMatch(new RegExp(` filed today[^\\n]* · ${id}$`, 'm'));
  const { results } = json(
    searchResultSchema,
    run('search', 'winch crane', '--type', 'insight', 'file', '--json').stdout,
  );
  const crane = results.find(({ type }) => type === 'file')?.drawer_id ?? '';
  expect(crane).not.toBe('');
  expect(stdout).not.toContain(crane);
});
