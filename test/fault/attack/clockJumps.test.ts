import { copyFileSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { dayMs, hourMs } from '../../../extension/base/time.ts';
import { connectPalace } from '../../../extension/service/connectPalace.ts';
import { cli, runCliOf } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder } from '../../fixtures/palaces/temporaryPalace.ts';

/** Programs whose clocks are hours and years apart use one palace, beside its owner and one after another. */

/** Loaded by Node before the program, in each of its threads. */
const jumpedDate = `
const jump = Number(process.env.CLOCK_JUMP);
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + jump);
    else super(...given);
  }
  static now() {
    return Real.now() + jump;
  }
};
`;
const year = 365 * dayMs;
const savedSchema = z.object({ drawer_id: z.string() });

it('when the clock jumps, nothing is lost, nothing waits for a future time, and the newest backup is still recognised', async () => {
  const [palace, workspace] = [path.join(temporaryFolder(), 'palace'), temporaryFolder()];
  const preload = path.join(temporaryFolder(), 'jumpedDate.mjs');
  writeFileSync(preload, jumpedDate);
  onTestFinished(() => void vi.unstubAllEnvs());
  const open = () =>
    connectPalace({
      folder: palace,
      workspace: null,
      distFolder: path.resolve('dist'),
      modelFolder: path.join(workspace, 'none'),
    });
  const texts: string[] = [];
  const save = (jump: number): string => {
    vi.stubEnv('NODE_OPTIONS', `--import=${preload}`);
    vi.stubEnv('CLOCK_JUMP', `${jump}`);
    texts.push(`Berth ${texts.length} takes ${texts.length + 7} metres.`);
    const { code, stdout, stderr } = runCliOf(
      cli,
      palace,
      workspace,
      'save',
      texts.at(-1) ?? '',
      '--allow-duplicate',
      '--json',
    );
    vi.unstubAllEnvs();
    expect(code, stderr).toBe(0);
    return savedSchema.parse(JSON.parse(stdout)).drawer_id;
  };

  const owner = await open();
  // Nothing in this process runs while a command does: who has opened the palace has said where it is joined.
  expect(readFileSync(path.join(palace, 'owner.json'), 'utf8')).toMatch(/"socket": ?"/);
  for (const jump of [hourMs, -year]) save(jump);
  await owner.close();
  for (const jump of [year, -hourMs]) save(jump);

  // What a process that was killed has left, and what was kept, before the clock was set back.
  const [guard, backups] = [path.join(palace, 'takeover.lock'), path.join(palace, 'backups')];
  const nextYear = new Date(Date.now() + year);
  mkdirSync(guard);
  utimesSync(guard, nextYear, nextYear);
  const erased = save(0);
  mkdirSync(backups);
  for (const n of [1, 2, 3])
    copyFileSync(
      path.join(palace, 'palace.sqlite'),
      path.join(backups, `palace-20990101T00000000${n}Z-r${n}.sqlite`),
    );
  expect(runCliOf(cli, palace, workspace, 'erase', erased, '--yes').code).toBe(0);
  expect(readdirSync(backups)).toEqual([expect.stringMatching(/^palace-20990101T000000004Z-r\d+\.sqlite$/)]);

  const { api, close } = await open();
  const { drawers } = await api.list({ limit: 100 });
  expect(drawers.map(({ text }) => text).toSorted()).toEqual(texts.slice(0, -1).toSorted());
  const years = new Set(drawers.map(({ filed_at: at }) => new Date(at).getFullYear()));
  expect(years).toContain(nextYear.getFullYear());
  expect((await api.verify({})).ok).toBe(true);
  await close();
});
