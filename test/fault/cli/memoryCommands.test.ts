import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { maintainReportSchema } from '../../../extension/palace/contract/memory/ageingSchemas.ts';
import {
  archiveBatchesSchema,
  restoreReportSchema,
} from '../../../extension/palace/contract/memory/archiveSchemas.ts';
import { memoryCalls } from '../../../extension/palace/contract/memory/memorySchemas.ts';
import { sessionContextSchema } from '../../../extension/palace/contract/memory/sessionContextSchemas.ts';
import { saveReportSchema } from '../../../extension/palace/contract/noteSchemas.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';
import { treeHash } from '../../fixtures/treeHash.ts';

const json = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text));

describe('the command line', () => {
  const place = () => {
    const palace = path.join(temporaryFolder(), 'palace');
    const workspace = temporaryFolder();
    return { palace, run: (...words: string[]) => runCli(palace, workspace, ...words) };
  };

  it('previews maintenance, runs it, and undoes it as one batch', () => {
    const { palace, run } = place();
    const id =
      json(saveReportSchema, run('save', 'Half way through the parser.', '--type', 'progress', '--json').stdout)
        .drawer_id ?? '';
    const later = ['--now', '2030-01-01T00:00:00Z', '--json'] as const;
    const sqlite = () => treeHash(palace)['palace.sqlite'];
    const before = sqlite();
    const said = json(maintainReportSchema, run('maintain', '--dry-run', ...later).stdout);
    expect(sqlite()).toBe(before);
    expect(said).toMatchObject({
      dry_run: true,
      counts: { archived: 1, demoted: 0, promoted: 0, looked_at: 1 },
      batch: 'maintenance@2030-01-01T00:00:00.000Z',
      git: null,
    });
    const done = json(maintainReportSchema, run('maintain', ...later).stdout);
    expect({ ...done, dry_run: true, elapsed_ms: 0, git: null, scan: said.scan }).toEqual({
      ...said,
      elapsed_ms: 0,
    });
    expect(json(archiveBatchesSchema, run('restore', '--list', '--json').stdout).batches).toEqual([
      { batch: done.batch, reason: 'maintenance', archived_at: '2030-01-01T00:00:00.000Z', drawers: 1 },
    ]);
    expect(json(restoreReportSchema, run('restore', '--batch', done.batch ?? '', '--json').stdout)).toEqual({
      restored: [id],
      moved_back: [],
      unchanged: 0,
      missing: [],
    });
    expect(run('restore', id)).toMatchObject({
      code: 0,
      stdout: `${id} was not in the archive.\n`,
    });
    expect(run('restore', 'none')).toMatchObject({ code: 1 });
    expect(run('restore')).toMatchObject({ code: 2, stdout: '' });
    expect(run('restore', '--batch', 'maintenance@2029-01-01T00:00:00.000Z')).toMatchObject({ code: 2 });
    // Most of these are times to JavaScript: in January, of 2001, in December, in a year that no palace has.
    for (const time of ['tomorrow', '01.12.2030', '5', '2030-11-31', '+012030-01-01T00:00:00Z'])
      expect(run('maintain', '--now', time)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(`--now: “${time}” is not a time. Write it as 2026-01-31`),
      });
    expect(run('maintain', '--dry-run', '--now', '2030-01-31')).toMatchObject({ code: 0 });
    expect(run('maintain', '--dry-run', '--now', '2030-01-31T12:00+01:00')).toMatchObject({ code: 0 });
    expect(run('maintain', '--no-git').stdout).toBe('1 drawer looked at: 0 archived, 0 demoted, 0 promoted.\n');
  });

  it('lists, resolves and reopens recurring issues, and starts a session with them', () => {
    const { run } = place();
    for (const text of [
      'The payment importer times out on large invoices',
      'The payment importer times out on large invoices today',
      'The payment importer times out on large invoices again',
    ])
      expect(run('save', text, '--type', 'issue', '--allow-duplicate').code).toBe(0);
    const patterns = (...words: string[]) =>
      json(memoryCalls.patterns.result, run('patterns', '--json', ...words).stdout).patterns;
    const [pattern] = patterns();
    expect(pattern).toMatchObject({
      occurrence_count: 3,
      label: 'The payment importer times out on large invoices',
    });
    const id = pattern?.pattern_id ?? '';
    const context = json(sessionContextSchema, run('session-context', '--tokens', '500', '--json').stdout);
    expect(context.recurring_issues.map(({ pattern_id: other }) => other)).toEqual([id]);
    expect(context.token_estimate).toBeLessThanOrEqual(500);
    expect(run('session-context').stdout).toContain('## Recurring issues\n- The payment importer');
    expect(run('resolve-pattern', id)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Resolved: pattern_/),
    });
    expect(run('patterns').stdout).toBe('No recurring issues.\n');
    expect(patterns('--all')).toMatchObject([{ resolved: true }]);
    expect(run('resolve-pattern', id, '--reopen').stdout).toMatch(/^Open again: /);
    expect(run('resolve-pattern', 'none')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('E_PATTERN_NOT_FOUND'),
    });
    expect(run('session-context', '--tokens', '5')).toMatchObject({ code: 2 });
  });
});
