import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  editNoteReportSchema,
  saveReportSchema,
  tagListSchema,
  updateReportSchema,
} from '../../../extension/palace/contract/noteSchemas.ts';
import { drawerViewSchema } from '../../../extension/palace/contract/drawerViewSchema.ts';
import { searchResultSchema } from '../../../extension/palace/contract/search/searchResult.ts';
import { openForAgent } from '../../fixtures/agent/agentClient.ts';
import { runCli, runCliWithInput } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const json = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text));
const place = (): { palace: string; workspace: string } => ({
  palace: path.join(temporaryFolder(), 'palace'),
  workspace: temporaryFolder(),
});

it('counts a long note among several drawers as one, with its drawers', () => {
  const { palace, workspace } = place();
  const run = (...words: string[]) => runCli(palace, workspace, ...words);
  const save = (text: string): string =>
    json(saveReportSchema, run('save', text, '--json').stdout).drawer_id ?? '';
  const [long, short] = [save('The bollard by the quay is loose again. '.repeat(450)), save('The crane is red.')];
  const archived = run('archive', long, short, '--json');
  const report = json(updateReportSchema, archived.stdout);
  expect(report).toMatchObject({ long_notes: { notes: 1, drawers: report.updated - 1 } });
  expect(report.updated).toBeGreaterThan(2);
  expect(run('restore', long, short).stdout).toBe(
    `1 drawer and 1 note (${report.updated - 1} drawers) restored.\n`,
  );
  expect(run('tag', long, short, '--add', 'harbour').stdout).toBe(
    `1 drawer and 1 note (${report.updated - 1} drawers) changed.\n`,
  );
  const rows = run('list', '--json').stdout;
  expect(JSON.parse(rows)).toMatchObject({ drawers: { length: report.updated } });
  expect(run('list').stdout.trimEnd().split('\n')).toHaveLength(2);
});

it('lists a long note on one page, however few each has, in both orders and in JSON', () => {
  const { palace, workspace } = place();
  const run = (...words: string[]) => runCli(palace, workspace, ...words);
  const ids = ['The crane is red.', 'The bollard is loose again. '.repeat(900), 'The winch is oiled.'].map(
    (text) => json(saveReportSchema, run('save', text, '--json').stdout).drawer_id ?? '',
  );
  const pagesOf = (...words: string[]): string[] => {
    const page = run('list', ...words, '--limit', '1').stdout.trimEnd();
    const cursor = /--cursor (\S+)$/.exec(page)?.[1];
    return [
      page.slice(0, page.indexOf(' ')),
      ...(cursor === undefined ? [] : pagesOf(...words, '--cursor', cursor)),
    ];
  };
  expect(pagesOf().toSorted()).toEqual(ids.toSorted());
  expect(pagesOf('--newest')).toEqual(ids.toReversed());
  const { drawers } = z
    .object({ drawers: z.array(drawerViewSchema) })
    .parse(JSON.parse(run('list', '--newest', '--limit', '2', '--json').stdout));
  const [newest, ...parts] = drawers.map(({ part_of: note }) => note?.part);
  expect(newest).toBeUndefined();
  expect(parts).toEqual(Array.from(parts, (_, at) => parts.length - at));
  expect(parts.length).toBeGreaterThan(2);
});

describe('the command line', () => {
  it('saves a note into a new palace, finds it, and edits its text and fields', async () => {
    const { palace, workspace } = place();
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    const show = (id: string) => json(drawerViewSchema, run('show', id, '--json').stdout);
    const { drawer_id: saved } = json(
      saveReportSchema,
      run(
        'save',
        'Tokens',
        'rotate in the gateway alone.',
        '--type',
        'decision',
        '--tag',
        'auth',
        'Gateway',
        '--pin',
        '--source',
        'src/token.ts:3-9',
        '--json',
      ).stdout,
    );
    const id = saved ?? '';
    await openForAgent(palace, workspace);
    expect(show(id)).toMatchObject({
      text: 'Tokens rotate in the gateway alone.',
      type: 'decision',
      tags: ['Gateway', 'auth'],
      pinned: true,
      source_file: 'src/token.ts',
      lines: { start: 3, end: 9 },
    });
    expect(
      json(searchResultSchema, run('search', 'token rotation', '--tag', 'AUTH', '--json').stdout).results[0]
        ?.drawer_id,
    ).toBe(id);

    expect(
      json(updateReportSchema, run('tag', id, '--add', 'security', '--remove', 'gateway', '--json').stdout),
    ).toEqual({ updated: 1, unchanged: 0, missing: [] });
    expect(
      json(updateReportSchema, run('move', id, '--wing', 'gateway', '--room', 'decisions', '--json').stdout),
    ).toEqual({ updated: 1, unchanged: 0, missing: [] });
    expect(show(id)).toMatchObject({ drawer_id: id, wing: 'gateway', room: 'decisions' });
    expect(run('move', id)).toMatchObject({ code: 2, stderr: expect.stringContaining('--wing, --room') });
    const impossible = run('move', id, '--room', 'a\nb');
    expect(impossible).toMatchObject({ code: 1, stderr: expect.stringContaining('The room must have 1 to') });
    expect(impossible.stderr).toContain('Choose another name. Nothing was changed.');
    expect(impossible.stderr).not.toContain('note');
    expect(json(tagListSchema, run('tags', '--json').stdout).tags.map(({ tag }) => tag)).toEqual([
      'auth',
      'security',
    ]);
    for (const words of [
      ['unpin', id],
      ['tier', 'longterm', id],
      ['mark', id, '--importance', '0.9', '--sensitive'],
      ['archive', id, '--reason', 'outdated'],
    ])
      expect(run(...words)).toMatchObject({ code: 0, stdout: `${id} changed.\n` });
    expect(show(id)).toMatchObject({
      pinned: false,
      tier: 'longterm',
      importance: 0.9,
      sensitive: true,
      archived: true,
      archive_reason: 'outdated',
      has_vector: false,
      tags: ['auth', 'security'],
    });
    run('restore', id);
    run('mark', id, '--no-sensitive');
    const { drawer_id: edited } = json(
      editNoteReportSchema,
      run('edit', id, 'Tokens rotate nowhere.', '--json').stdout,
    );
    expect(show(edited)).toMatchObject({
      text: 'Tokens rotate nowhere.',
      tags: ['auth', 'security'],
      tier: 'longterm',
      archived: false,
    });
    expect(show(id)).toMatchObject({ archived: true, superseded_by: edited });
    expect(run('mark', edited, '--superseded-by', id)).toMatchObject({ code: 1, stdout: '' });
  });

  it('reads a note from standard input byte for byte, and does not save a duplicate', () => {
    const { palace, workspace } = place();
    const text = '  two lines\n\twith a tab\r\n\n';
    const first = json(saveReportSchema, runCliWithInput(palace, workspace, text, 'save', '-', '--json').stdout);
    expect(
      json(drawerViewSchema, runCli(palace, workspace, 'show', first.drawer_id ?? '', '--json').stdout),
    ).toMatchObject({ text, type: 'insight' });
    const again = runCliWithInput(palace, workspace, text, 'save');
    expect(again.code).toBe(1);
    expect(again.stderr.trim().split('\n')).toEqual([expect.stringContaining('--allow-duplicate')]);
    expect(again.stdout).toContain(first.drawer_id);
    expect(runCliWithInput(palace, workspace, text, 'save', '--allow-duplicate')).toMatchObject({ code: 0 });
  });

  it('refuses standard input that is not UTF-8, which it could not keep as it is', () => {
    const { palace, workspace } = place();
    const latin1 = Buffer.from('Die Größe der Kräne', 'latin1');
    expect(runCliWithInput(palace, workspace, latin1, 'save')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Standard input is not UTF-8.*\(E_NOTE\)\n$/),
    });
    expect(runCliWithInput(palace, workspace, Buffer.from('Die Größe der Kräne'), 'save').code).toBe(0);
  });

  it('shows a note with Windows line ends without a mark at the end of a line', () => {
    const { palace, workspace } = place();
    const text = 'Ships are berthed by draught.\r\nAsk the harbour master.\r\n';
    expect(runCliWithInput(palace, workspace, text, 'save').code).toBe(0);
    for (const words of [['list'], ['session-context'], ['search', 'draught']]) {
      const { stdout } = runCli(palace, workspace, ...words);
      expect(stdout, words.join(' ')).toContain('Ships are berthed by draught.');
      expect(stdout, words.join(' ')).not.toContain('\ufffd');
    }
  });

  it('reports an invalid note, tag or ID in one line', () => {
    const { palace, workspace } = place();
    expect(runCli(palace, workspace, 'save', 'There is a palace.').code).toBe(0);
    const codeOf = (...words: string[]): [number, string | undefined] => {
      const { code, stderr } = runCli(palace, workspace, ...words);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      return [code, /\((E_\w+)\)/.exec(stderr)?.[1]];
    };
    expect(codeOf('save', ' ')).toEqual([1, 'E_NOTE']);
    expect(codeOf('save', 'text', '--tag', 'sha:1')).toEqual([1, 'E_TAG']);
    expect(codeOf('save', 'text', '--type', 'file')).toEqual([2, 'E_USAGE']);
    expect(codeOf('pin', 'none')).toEqual([1, undefined]);
    expect(codeOf('tier', 'attic', 'none')).toEqual([2, 'E_USAGE']);
    expect(codeOf('mark', 'none')).toEqual([2, 'E_USAGE']);
    expect(codeOf('tag', 'none')).toEqual([2, 'E_USAGE']);
    expect(codeOf('edit', 'none', 'text')).toEqual([1, 'E_DRAWER_NOT_FOUND']);
  });

  it('answers a value that the palace would refuse with the name of its option', () => {
    const { palace, workspace } = place();
    const long = 'x'.repeat(300);
    const refused = (option: string, ...words: string[]): void => {
      const { code, stdout, stderr } = runCli(palace, workspace, ...words);
      expect({ code, stdout, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, stdout: '', lines: 1 });
      expect(stderr).toMatch(new RegExp(`${option}.*E_USAGE`));
    };
    for (const [option, value] of [
      ['--request-id', ''],
      ['--session', long],
      ['--source', ''],
      ['--wing', ''],
      ['--room', ' '],
    ] as const)
      refused(`${option}: it must have`, 'save', 'The tide is out.', option, value);
    expect(existsSync(palace)).toBe(false);
    const { drawer_id: id } = json(
      saveReportSchema,
      runCli(palace, workspace, 'save', 'The tide is out.', '--json').stdout,
    );
    refused('--reason: it must have at least 1 character', 'archive', id ?? '', '--reason', '');
    for (const option of ['--wing', '--room'])
      refused(`${option}: it must have at least 1 character`, 'move', id ?? '', option, '');
    refused('--reason: it must have at most 200 characters', 'archive', id ?? '', '--reason', long);
    refused('--context-max: it must be more than 0', 'compact', '--context-used', '1', '--context-max', '0');
    refused('A cursor comes from an earlier page', 'list', '--cursor', 'garbage');
    const excluding = runCli(palace, workspace, 'search', 'tides', '-gauge');
    expect(excluding.code).toBe(2);
    expect(excluding.stderr).toContain('put the whole query in quotes, or -- before it');
    refused('--now: ', 'maintain', '--dry-run', '--now', '99999-01-01');
  });
});
