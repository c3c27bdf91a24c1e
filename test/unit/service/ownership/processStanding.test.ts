import { spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  beganAfter,
  ownMark,
  parseProcStat,
  processStanding,
} from '../../../../extension/service/ownership/processStanding.ts';

const isLinux = process.platform === 'linux';

describe('how a process stands', () => {
  it('is read from /proc/<pid>/stat, whatever the process is called', () => {
    const rest = '1 77 77 0 -1 4194304 100 0 0 0 5 3 0 0 20 0 11 0 8812345 1 2 3';
    for (const name of ['node', 'a b', ') R (', 'x) Z 1 2'])
      expect(parseProcStat(`4711 (${name}) T ${rest}`)).toEqual({ state: 'T', began: '8812345' });
  });

  it('of this process is running, until its number is another’s', () => {
    const mark = ownMark();
    expect(mark).toMatchObject({ pid: process.pid, host: hostname() });
    expect(processStanding(mark)).toBe('running');
    expect(processStanding({ ...mark, host: 'another' })).toBe('out_of_sight');
    if (!isLinux) return;
    expect(processStanding({ ...mark, began: '1' })).toBe('gone');
    // Another run of the system, or another container: who knows.
    expect(processStanding({ ...mark, machine: 'another run' })).toBe('out_of_sight');
  });

  it.runIf(isLinux)(
    'follows a stop, a going on and an end, also where nobody has asked for its exit code',
    async () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6); console.log("up")'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      const mark = { ...ownMark(), pid: child.pid ?? 0, began: '' };
      expect(processStanding(mark)).toBe('running');
      child.kill('SIGSTOP');
      await expect.poll(() => processStanding(mark)).toBe('stopped');
      child.kill('SIGCONT');
      await expect.poll(() => processStanding(mark)).toBe('running');
      const closed = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGKILL');
      await closed;
      expect(processStanding(mark)).toBe('gone');
    },
  );

  it('where the system has no marks, is told by when the process with that number began', () => {
    const since = '2026-03-01T12:00:00.000Z';
    const says = (text: string) => () => text;
    // As `ps -o lstart=` and PowerShell print it.
    const local = (time: string): string => new Date(time).toString().slice(0, 24);
    expect(beganAfter(7, since, 'darwin', says(`${local('2026-03-01T11:59:00Z')}    \n`))).toBe(false);
    expect(beganAfter(7, since, 'darwin', says(`${local('2026-03-02T08:00:00Z')}    \n`))).toBe(true);
    expect(beganAfter(7, since, 'win32', says('2026-03-01T11:59:59.1234567Z\r\n'))).toBe(false);
    expect(beganAfter(7, since, 'win32', says('2026-03-01T12:00:05.1234567Z\r\n'))).toBe(true);
    // What can't be told speaks for the owner.
    expect(beganAfter(7, since, 'win32', says(''))).toBe(false);
    expect(
      beganAfter(7, since, 'darwin', () => {
        throw new Error('no such program');
      }),
    ).toBe(false);
    expect(beganAfter(7, since, 'linux', says('2030-01-01'))).toBe(false);
  });
});
