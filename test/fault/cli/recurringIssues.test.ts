import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { noteChecksReportSchema, saveReportSchema } from '../../../extension/palace/contract/noteSchemas.ts';
import { openForAgent } from '../../fixtures/agent/agentClient.ts';
import { runCli } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

const error = "TypeError: Cannot read properties of undefined (reading 'id') at src/berth.ts:12";

describe('on the command line', () => {
  it('an error saved four times is one recurring issue with four occurrences, shown wherever it matters', async () => {
    const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    const save = () => run('save', error, '--type', 'issue');
    const outputs = [save()];
    await openForAgent(palace, workspace);
    outputs.push(save(), save(), save());
    expect(outputs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(outputs[3]?.stdout).toMatch(/^Saved as drawer_/);
    expect(outputs[3]?.stdout).toMatch(/This issue recurs: pattern_\w+ {2}seen 4 times since/);
    expect(run('patterns').stdout).toMatch(/seen 4 times since .+TypeError/);
    expect(run('session-context').stdout).toMatch(/## Recurring issues\n- TypeError: .+\(seen 4 times since/);
    expect(run('search', 'TypeError undefined').stdout).toContain('[Pattern: seen 4 times since');
  });

  it('similar issues also count as recurring: saving does not wait for the model, “patterns” completes the check', () => {
    const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    for (const attempt of [1, 2, 3]) {
      const { stdout } = run(
        'save',
        `ECONNREFUSED 127.0.0.1:543${attempt} while the importer connects to the database, attempt ${attempt}`,
        '--type',
        'issue',
        '--json',
      );
      expect(saveReportSchema.parse(JSON.parse(stdout))).toMatchObject({
        saved: true,
        check: 'due',
        pattern: null,
      });
    }
    // No process so far has loaded the model.
    expect(run('status', '--json').stdout).toContain('"done":0,"pending":3');
    expect(run('patterns').stdout).toMatch(/seen 3 times since .+ECONNREFUSED/);
  });

  it('near duplicates are named after a save that waits for the check; the same text is refused', async () => {
    const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    const first = saveReportSchema.parse(
      JSON.parse(run('save', 'Tokens rotate in the gateway alone, every hour.', '--json').stdout),
    );
    await openForAgent(palace, workspace);
    const near = run('save', 'Tokens are rotated in the gateway alone, every hour.', '--wait').stdout;
    expect(near).toMatch(/^Saved as drawer_\S+\.\nThese say nearly the same:\n {2}drawer_\S+ {2}likeness 0\.9\d/);
    expect(near).toContain(first.drawer_id ?? '?');
    const waited = run('save', 'Berths are booked by phone.', '--wait', '--json').stdout;
    expect(saveReportSchema.and(noteChecksReportSchema).parse(JSON.parse(waited))).toMatchObject({
      saved: true,
      checks: [{ duplicates: [] }],
      due: [],
    });
    expect(run('save', 'Berths are booked by phone.')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the same text'),
    });
  });

  it('with curation on, a note with a new number is proposed or marked as the older note’s replacement', async () => {
    const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
    const run = (...words: string[]) => runCli(palace, workspace, ...words);
    run('save', 'The gateway allows 100 requests a minute per client.', '--type', 'decision');
    await openForAgent(palace, workspace);
    const save = (count: number, mode: string) =>
      run(
        ...['save', `The gateway allows ${count} requests a minute per client.`, '--type', 'decision'],
        ...['--curate', mode, '--wait'],
      ).stdout;
    expect(save(300, 'suggest')).toMatch(
      /Older notes on the same subject:\n {2}UPDATE {2}drawer_\S+ {2}the same with another number {2}The/,
    );
    expect(save(500, 'auto')).toMatch(/UPDATE {2}drawer_\S+ {2}replaced: /);
    expect(run('search', 'gateway requests a minute').stdout).toMatch(
      /allows 500(?:.|\n)*Replaced by “The gateway allows 500(?:.|\n)*Replaced by “The gateway allows 500/,
    );
  });
});
