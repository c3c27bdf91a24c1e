import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { processorSeconds, watchProgress } from '../../../../scripts/running/progressWatch.mjs';

const stops: (() => void)[] = [];
afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  vi.useRealTimers();
});

const started = (script: string) => {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'], detached: true });
  const pid = child.pid ?? 0;
  stops.push(() => void process.kill(-pid, 'SIGKILL'));
  return { child, pid };
};
const sleeps = `setTimeout(() => undefined, 1e9)`;
const computes = `const until = Date.now() + 1e9; while (Date.now() < until);`;

describe('a program hangs', () => {
  /** A watch of ten minutes on a machine whose clock and program the test moves: minute by minute, as told. */
  const watched = (eachMinute: (minute: number) => { seconds?: number; prints?: boolean }) => {
    vi.useFakeTimers();
    let [elapsed, seconds] = [0, 0];
    const onHang = vi.fn();
    const watch = watchProgress(1, 10, onHang, { now: () => elapsed, processorSeconds: () => seconds });
    stops.push(watch.stop);
    return (minutes: number): number => {
      for (let minute = 0; minute < minutes; minute++) {
        const done = eachMinute(elapsed / 60_000);
        seconds += done.seconds ?? 0;
        if (done.prints === true) watch.printed();
        elapsed += 60_000;
        vi.advanceTimersByTime(60_000);
      }
      return onHang.mock.calls.length;
    };
  };

  it('when it does nothing for so long, and is told of once', () => {
    const run = watched(() => ({ seconds: 0.01 }));
    expect(run(9)).toBe(0);
    expect(run(30)).toBe(1);
  });

  it('not while it computes, prints or ends a process', () => {
    expect(watched(() => ({ seconds: 1 }))(60)).toBe(0);
    expect(watched(() => ({ prints: true }))(60)).toBe(0);
    expect(watched((minute) => ({ seconds: minute % 8 === 0 ? -1 : 0 }))(60)).toBe(0);
  });

  it('once it has ended what it was doing', () => {
    const run = watched((minute) => (minute < 20 ? { seconds: 5 } : {}));
    expect(run(29)).toBe(0);
    expect(run(3)).toBe(1);
  });
});

describe.skipIf(processorSeconds(process.pid) === null)('processor time (skipped where it cannot be read)', () => {
  it('of a program is that of what it has started, too, also in a session of its own', async () => {
    const { pid } = started(
      `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(computes)}]); ${sleeps}`,
    );
    await expect.poll(() => processorSeconds(pid)).toBeGreaterThan(1);
  });

  it('of a program that only waits does not grow', async () => {
    const { child, pid } = started(`console.log('ready'); ${sleeps}`);
    await once(child.stdout, 'data');
    let before: number | null = -1;
    // Once it has started up, two looks in a row see the same.
    await expect
      .poll(
        () => {
          const [last, now] = [before, processorSeconds(pid)];
          before = now;
          return now !== null && now === last;
        },
        { interval: 200 },
      )
      .toBe(true);
  });
});
