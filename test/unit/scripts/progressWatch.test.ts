import { spawn } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { processorSeconds, watchProgress } from '../../../scripts/progressWatch.mjs';

const idleMinutes = 0.04;
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A program under watch; `hung` is settled once it is said to hang. */
const watched = (script: string) => {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const pid = child.pid ?? 0;
  const state = { isHung: false };
  let tell = (): void => undefined;
  const hung = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const { printed, stop } = watchProgress(pid, idleMinutes, () => {
    state.isHung = true;
    tell();
  });
  child.stdout.on('data', printed);
  stops.push(() => void process.kill(-pid, 'SIGKILL'), stop);
  return { state, hung };
};
const sleeps = 'setTimeout(() => undefined, 1e9)';
const computes = `const until = Date.now() + 1e9; while (Date.now() < until);`;
const prints = `setInterval(() => console.log('.'), 200)`;

describe.skipIf(processorSeconds(process.pid) === null)(
  'a program hangs (skipped where processor time cannot be read)',
  () => {
    it('when it does nothing; not while it or a child of it computes, nor while it prints', async () => {
      const busy = [
        computes,
        `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(computes)}]); ${sleeps}`,
        prints,
      ].map(watched);
      await watched(sleeps).hung;
      expect(busy.map(({ state }) => state.isHung)).toEqual([false, false, false]);
    });

    it('once it has ended what it was doing', async () => {
      await watched(`for (let i = 0; i < 3e8; i++); ${sleeps}`).hung;
    });
  },
);
