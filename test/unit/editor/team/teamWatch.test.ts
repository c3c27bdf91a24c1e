import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PalaceSession } from '../../../../extension/editor/palace/palaceSession.ts';
import { TeamWatch } from '../../../../extension/editor/team/teamWatch.ts';
import type { TeamStatus } from '../../../../extension/palace/contract/teamSchemas.ts';
import { connectionOf, statusOf } from '../fakePalace.ts';
import { keysOf } from './fakeKeys.ts';
import { noTeamYet, teamOf } from './fakeTeam.ts';

const url = 'postgresql://ada@db.example.org/memory';
const wing = (name: string, shared: boolean) =>
  ({ wing: name, shared, right: 'owner', drawers: 1, includes_sensitive: false }) as const;

/** A window on a palace whose team stands as `team.status` says. */
const windowOn = (first: TeamStatus, passwords: Readonly<Record<string, string>> = {}) => {
  const team = { status: first };
  const teamStatus = vi.fn(() => Promise.resolve(team.status));
  const teamUnlock = vi.fn(() => Promise.resolve(team.status));
  const { connection, tell } = connectionOf({
    status: () => Promise.resolve(statusOf(1)),
    teamStatus,
    teamUnlock,
  });
  const session = new PalaceSession({
    connect: () => Promise.resolve(connection),
    plan: () => ({
      kind: 'connect',
      options: { folder: '/p', workspace: 'app', distFolder: '/d', modelFolder: '/m' },
    }),
    exists: () => Promise.resolve(true),
    prepare: () => Promise.resolve(),
    log: () => undefined,
  });
  const log = vi.fn();
  const watch = new TeamWatch({ session, keys: keysOf(passwords), log });
  const told = vi.fn();
  watch.onChange(told);
  const settle = () => vi.advanceTimersByTimeAsync(2000);
  return { team, teamStatus, teamUnlock, tell, session, watch, told, log, settle };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('what a window knows of its team', () => {
  it('comes with the palace: the owner is given the password that is kept', async () => {
    const { session, watch, teamUnlock, told, settle } = windowOn(teamOf(), { [url]: 'secret' });
    expect(watch.status).toBeNull();
    await session.api();
    await settle();
    expect(teamUnlock.mock.calls).toEqual([[{ password: 'secret' }]]);
    expect(watch.status).toEqual(teamOf());
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('is that there is none, and no password is given to anybody', async () => {
    const { session, watch, teamUnlock, told, settle } = windowOn(noTeamYet, { [url]: 'secret' });
    await session.api();
    await settle();
    expect(watch.status).toBeNull();
    expect(teamUnlock).not.toHaveBeenCalled();
    expect(told).not.toHaveBeenCalled();
  });

  it('has no password to give where none is kept', async () => {
    const { session, watch, teamUnlock, settle } = windowOn(teamOf({ state: 'refused', needs_password: true }));
    await session.api();
    await settle();
    expect(teamUnlock).not.toHaveBeenCalled();
    expect(watch.status).toMatchObject({ needs_password: true });
  });

  it('is given once more to a process that takes the palace over', async () => {
    const { session, tell, teamUnlock, settle } = windowOn(teamOf(), { [url]: 'secret' });
    await session.api();
    await settle();
    tell({ kind: 'gone', reason: 'ended' });
    await settle();
    expect(teamUnlock).toHaveBeenCalledTimes(2);
  });

  it('follows what the palace tells, many notices at once, and speaks only of what is new', async () => {
    const { team, session, tell, teamStatus, watch, told, settle } = windowOn(teamOf());
    await session.api();
    await settle();
    const before = teamStatus.mock.calls.length;
    for (let revision = 1; revision < 20; revision++) tell({ kind: 'changed', revision });
    await settle();
    expect(teamStatus).toHaveBeenCalledTimes(before + 1);
    expect(told).toHaveBeenCalledTimes(1);
    team.status = teamOf({ conflicts: 1, wings: [wing('gateway', true), wing('docs', false)] });
    tell({ kind: 'changed', revision: 20 });
    await settle();
    expect(told).toHaveBeenCalledTimes(2);
    expect([watch.isShared('gateway'), watch.isShared('docs')]).toEqual([true, false]);
  });

  it('goes with the palace', async () => {
    const { session, watch, settle } = windowOn(teamOf());
    await session.api();
    await settle();
    await session.locate();
    expect(watch.status).toBeNull();
  });

  it('stays as it was where it can’t be read, which the log says', async () => {
    const { session, tell, teamStatus, watch, log, settle } = windowOn(teamOf());
    await session.api();
    await settle();
    teamStatus.mockRejectedValueOnce(new Error('no answer'));
    tell({ kind: 'changed', revision: 2 });
    await settle();
    expect(watch.status).toEqual(teamOf());
    expect(log.mock.calls).toEqual([['debug', expect.stringContaining('no answer')]]);
  });
});
