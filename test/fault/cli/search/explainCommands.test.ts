import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchResultSchema, whyNotSchema } from '../../../../extension/palace/contract/search/searchResult.ts';
import { runCli } from '../../../fixtures/palaces/builtPalace.ts';
import { sampleFiles } from '../../../fixtures/palaces/minedPalace.ts';
import { temporaryFolder, writeFiles } from '../../../fixtures/palaces/temporaryPalace.ts';

/** Mined once: embedding costs more than all that is asked here. */
let workshop = '';
const mined = () => path.join(workshop, 'palace');
beforeAll(() => {
  workshop = mkdtempSync(path.join(tmpdir(), 'synapse-explain-'));
  writeFiles(path.join(workshop, 'harbor'), sampleFiles);
  runCli(mined(), path.join(workshop, 'harbor'), 'mine');
});
afterAll(() => rmSync(workshop, { recursive: true, force: true }));

const setUp = () => {
  const [workspace, palace] = [temporaryFolder(), path.join(temporaryFolder(), 'palace')];
  cpSync(mined(), palace, { recursive: true });
  return { palace, workspace, run: (...words: string[]) => runCli(palace, workspace, ...words) };
};

describe('the command line', () => {
  it('writes a replay packet that gives the same answer, byte for byte, without the palace', () => {
    const { palace, run, workspace } = setUp();
    const packet = path.join(workspace, 'run.json');
    for (const options of [['--json'], ['--json', '--explain', '--trace'], ['--explain']]) {
      const recorded = run('search', 'token', 'rotate', ...options, '--replay', packet);
      const elsewhere = path.join(temporaryFolder(), 'none');
      const again = runCli(
        elsewhere,
        workspace,
        'replay',
        packet,
        ...options.filter((option) => option === '--json'),
      );
      expect(recorded.code).toBe(0);
      expect(again).toEqual(recorded);
    }
    expect(statSync(packet).mode & 0o077).toBe(process.platform === 'win32' ? statSync(packet).mode & 0o077 : 0);
    rmSync(palace, { recursive: true });
    expect(run('replay', packet).stdout).toContain('final score');
  });

  it('refuses an invalid packet with one line that names the error', () => {
    const { run, workspace } = setUp();
    const packet = path.join(workspace, 'run.json');
    run('search', 'token', '--replay', packet);
    const broken = JSON.parse(readFileSync(packet, 'utf8')) as Record<string, unknown>;
    for (const [text, hint] of [
      ['{', 'not JSON'],
      ['{}', 'packet_version'],
      [JSON.stringify({ ...broken, now_ms: 'soon' }), 'now_ms'],
    ] as const) {
      writeFileSync(packet, text);
      const outcome = run('replay', packet);
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).toContain(hint);
      expect(outcome.stderr).toContain('E_REPLAY');
      expect(outcome.stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(run('replay', path.join(workspace, 'nowhere.json')).stderr).toContain('nowhere.json');
    expect(run('replay').code).toBe(2);
  });

  it('explains why a drawer is not among the results, finds similar drawers, and reports unknown IDs', () => {
    const { run } = setUp();
    const [first] = searchResultSchema.parse(
      JSON.parse(run('search', 'berth of a ship', '--json').stdout),
    ).results;
    const id = first?.drawer_id ?? '';
    const answer = whyNotSchema.parse(
      JSON.parse(run('why-not', id, 'token', 'rotate', '--k', '2', '--json').stdout),
    );
    expect(answer).toMatchObject({ drawer_id: id, rank: null, dropped_at: 'cut' });
    const text = run('why-not', id, 'token', 'rotate', '--wing', 'nowhere').stdout;
    expect(text).toContain('src/berth.ts');
    expect(text).toContain('- Remove the filter wing:nowhere.');
    const near = searchResultSchema.parse(JSON.parse(run('similar', id, '-k', '3', '--json').stdout));
    expect(near.results).toHaveLength(3);
    expect(near.results.map(({ drawer_id: other }) => other)).not.toContain(id);
    for (const words of [
      ['why-not', 'drawer_of_nobody', 'token'],
      ['similar', 'drawer_of_nobody'],
    ]) {
      const outcome = run(...words);
      expect(outcome.code).toBe(1);
      expect(outcome.stderr).toContain('E_DRAWER_NOT_FOUND');
    }
    expect(run('why-not', id).code).toBe(2);
    expect(run('similar', id, '--k', '0').code).toBe(2);
    expect(run('why-not', '--help').stdout).toContain('Examples:');
  });
});
