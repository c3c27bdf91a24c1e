import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  PalaceSession,
  type ConnectPlan,
  type SessionDependencies,
} from '../../../../extension/editor/palace/palaceSession.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { connectionOf, statusOf } from '../fakePalace.ts';

const plan: ConnectPlan = {
  kind: 'connect',
  options: { folder: '/p', workspace: 'app', distFolder: '/d', modelFolder: '/m' },
};
const dependencies = (changes: Partial<SessionDependencies>): SessionDependencies => ({
  connect: () => Promise.reject(new Error('not expected')),
  plan: () => plan,
  exists: () => Promise.resolve(true),
  prepare: () => Promise.resolve(),
  log: () => undefined,
  ...changes,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("the window's palace", () => {
  it('is located without being opened', async () => {
    const connect = vi.fn();
    const session = new PalaceSession(dependencies({ connect }));
    expect(await session.locate()).toEqual({ kind: 'closed', folder: '/p' });
    expect(
      await new PalaceSession(dependencies({ connect, exists: () => Promise.resolve(false) })).locate(),
    ).toEqual({ kind: 'absent', folder: '/p' });
    expect(connect).not.toHaveBeenCalled();
  });

  it('is opened as soon as it may be, though somebody needed it before', async () => {
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(3)) });
    let place: ConnectPlan = { kind: 'nowhere', reason: 'untrustedLocation' };
    const session = new PalaceSession(
      dependencies({ connect: () => Promise.resolve(connection), plan: () => place }),
    );
    await expect(session.api()).rejects.toMatchObject({ code: 'E_PALACE_NOT_FOUND' });
    place = plan;
    await session.api();
    expect(session.state.kind).toBe('open');
  });

  it('is opened once, however many need it at the same time', async () => {
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(3)) });
    const connect = vi.fn(() => Promise.resolve(connection));
    const session = new PalaceSession(dependencies({ connect }));
    await Promise.all([session.api(), session.api(), session.api()]);
    await settle();
    expect(connect).toHaveBeenCalledTimes(1);
    expect(session.state).toMatchObject({ kind: 'open', status: { drawers: { total: 3 } } });
  });

  it('tells the counts again after a change, many changes at once', async () => {
    const status = vi.fn(() => Promise.resolve(statusOf(3)));
    const { connection, tell } = connectionOf({ status });
    const session = new PalaceSession(dependencies({ connect: () => Promise.resolve(connection) }));
    await session.api();
    await settle();
    for (let revision = 2; revision < 12; revision++) tell({ kind: 'changed', revision });
    await vi.advanceTimersByTimeAsync(2000);
    expect(status).toHaveBeenCalledTimes(2);
  });

  it('has its folder prepared before it is made, whoever needs it first, and is opened as it is later', async () => {
    const steps: string[] = [];
    let isThere = false;
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const session = new PalaceSession(
      dependencies({
        exists: () => Promise.resolve(isThere),
        prepare: () => Promise.resolve(void steps.push('prepared')),
        connect: () => {
          steps.push('connected');
          isThere = true;
          return Promise.resolve(connection);
        },
      }),
    );
    await session.locate();
    await session.apiOrNew();
    await session.locate();
    await session.api();
    expect(steps).toEqual(['prepared', 'connected', 'connected']);
  });

  it('is made only by what files something, even before it is located', async () => {
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const connect = vi.fn(() => Promise.resolve(connection));
    let isThere = false;
    const session = new PalaceSession(dependencies({ connect, exists: () => Promise.resolve(isThere) }));
    await expect(session.api()).rejects.toMatchObject({ code: 'E_PALACE_NOT_FOUND' });
    await session.locate();
    await expect(session.api()).rejects.toMatchObject({ code: 'E_PALACE_NOT_FOUND' });
    expect(session.state.kind).toBe('absent');
    expect(connect).not.toHaveBeenCalled();
    isThere = true;
    expect(await session.api()).toBe(connection.api);
  });

  it('is being looked for as soon as its place changes, and reading it meanwhile makes none', async () => {
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const connect = vi.fn(() => Promise.resolve(connection));
    let isThere = true;
    const session = new PalaceSession(dependencies({ connect, exists: () => Promise.resolve(isThere) }));
    await session.api();
    isThere = false;
    const located = session.locate();
    expect(session.state).toEqual({ kind: 'locating' });
    const whenKnown = session.located();
    await expect(session.api({ remedy: 'Ask.' })).rejects.toMatchObject({
      code: 'E_PALACE_NOT_FOUND',
      remedy: 'Ask.',
    });
    expect(await located).toEqual({ kind: 'absent', folder: '/p' });
    expect(await whenKnown).toEqual({ kind: 'absent', folder: '/p' });
    const states: string[] = [];
    session.onState(({ kind }) => states.push(kind));
    await session.locate();
    expect(states).toEqual(['absent']); // a view does not lose its text while it is looked for again
    expect(connect).toHaveBeenCalledTimes(1);
    expect(await session.apiOrNew()).toBe(connection.api);
  });

  it('may be tried again after it could not be opened', async () => {
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const connect = vi
      .fn()
      .mockRejectedValueOnce(new PalaceError('E_PALACE_IN_USE', 'in use'))
      .mockResolvedValue(connection);
    const session = new PalaceSession(dependencies({ connect }));
    await expect(session.api()).rejects.toMatchObject({ code: 'E_PALACE_IN_USE' });
    expect(session.state).toMatchObject({ kind: 'failed', error: { code: 'E_PALACE_IN_USE' } });
    await session.api();
    expect(session.state.kind).toBe('open');
  });

  it('is closed when its place changes, even while it is being opened', async () => {
    const { connection, closed } = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    let open: (value: typeof connection) => void = () => undefined;
    const opening = new Promise<typeof connection>((resolve) => {
      open = resolve;
    });
    const session = new PalaceSession(dependencies({ connect: () => opening }));
    const api = session.apiOrNew();
    const located = session.locate();
    open(connection);
    await expect(api).rejects.toMatchObject({ code: 'E_CANCELLED' });
    await located;
    expect(closed()).toBe(1);
    expect(session.state.kind).toBe('closed');
  });

  it('says nothing any more of a connection that was given up', async () => {
    const { connection, listeners } = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const session = new PalaceSession(dependencies({ connect: () => Promise.resolve(connection) }));
    await session.api();
    await session.locate();
    expect(listeners.size).toBe(0);
  });

  it('is absent again once another window has deleted the palace', async () => {
    let isThere = true;
    const { connection, tell } = connectionOf({
      status: () =>
        isThere ? Promise.resolve(statusOf(1)) : Promise.reject(new PalaceError('E_PALACE_NOT_FOUND', 'gone')),
    });
    const session = new PalaceSession(
      dependencies({ connect: () => Promise.resolve(connection), exists: () => Promise.resolve(isThere) }),
    );
    await session.api();
    isThere = false;
    tell({ kind: 'gone', reason: 'it closed' });
    await expect.poll(() => session.state).toEqual({ kind: 'absent', folder: '/p' });
  });

  it('has failed if it opens but can’t be read, until it can be', async () => {
    let damaged: PalaceError | null = new PalaceError('E_PALACE_DAMAGED', 'no database');
    const { connection, tell } = connectionOf({
      status: () => (damaged === null ? Promise.resolve(statusOf(3)) : Promise.reject(damaged)),
    });
    const session = new PalaceSession(dependencies({ connect: () => Promise.resolve(connection) }));
    await session.api();
    await settle();
    expect(session.state).toEqual({ kind: 'failed', folder: '/p', error: damaged });
    damaged = null;
    tell({ kind: 'changed', revision: 2 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(session.state).toMatchObject({ kind: 'open', status: { drawers: { total: 3 } } });
  });

  it('keeps what it told of an open palace if the counts can’t be read once', async () => {
    let isBusy = false;
    const { connection, tell } = connectionOf({
      status: () => (isBusy ? Promise.reject(new PalaceError('E_SQL', 'busy')) : Promise.resolve(statusOf(3))),
    });
    const session = new PalaceSession(dependencies({ connect: () => Promise.resolve(connection) }));
    await session.api();
    await settle();
    isBusy = true;
    tell({ kind: 'changed', revision: 2 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(session.state).toMatchObject({ kind: 'open', status: { drawers: { total: 3 } } });
  });

  it('is not opened again once the window has closed it', async () => {
    const connect = vi.fn(() => Promise.resolve(connectionOf({}).connection));
    const session = new PalaceSession(dependencies({ connect }));
    await session.locate();
    await session.close();
    await expect(session.api()).rejects.toMatchObject({ code: 'E_CANCELLED' });
    await expect(session.apiOrNew()).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect(connect).not.toHaveBeenCalled();
  });

  it('is nowhere without a folder, and says what to do', async () => {
    const session = new PalaceSession(dependencies({ plan: () => ({ kind: 'nowhere', reason: 'noWorkspace' }) }));
    expect(await session.locate()).toEqual({ kind: 'nowhere', reason: 'noWorkspace' });
    await expect(session.api()).rejects.toMatchObject({ code: 'E_PALACE_NOT_FOUND' });
  });
});

describe('a palace whose folder is worked on', () => {
  it('is closed before and looked for afterwards, and nobody opens it meanwhile', async () => {
    const { connection, closed } = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const connect = vi.fn(() => Promise.resolve(connection));
    let isThere = true;
    const session = new PalaceSession(dependencies({ connect, exists: () => Promise.resolve(isThere) }));
    await session.api();
    const given = await session.withoutPalace(async (folder) => {
      expect(closed()).toBe(1);
      await expect(session.api()).rejects.toMatchObject({ code: 'E_CANCELLED' });
      await expect(session.withoutPalace(() => Promise.resolve())).rejects.toMatchObject({
        code: 'E_PALACE_NOT_FOUND',
      });
      isThere = false;
      return folder;
    });
    expect(given).toBe('/p');
    expect(session.state).toEqual({ kind: 'absent', folder: '/p' });
    expect(connect).toHaveBeenCalledTimes(1);
  });

  it('is found again when the work fails', async () => {
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const session = new PalaceSession(dependencies({ connect: () => Promise.resolve(connection) }));
    await session.locate();
    await expect(
      session.withoutPalace(() => Promise.reject(new PalaceError('E_PALACE_IN_USE', 'in use'))),
    ).rejects.toMatchObject({ code: 'E_PALACE_IN_USE' });
    expect(session.state).toEqual({ kind: 'closed', folder: '/p' });
    expect(await session.api()).toBe(connection.api);
  });
});

describe('a window that closes while its palace’s folder is worked on', () => {
  it('opens no palace afterwards', async () => {
    const { connection } = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const connect = vi.fn(() => Promise.resolve(connection));
    const session = new PalaceSession(dependencies({ connect }));
    await session.api();
    await session.withoutPalace(() => session.close());
    await expect(session.api()).rejects.toMatchObject({ code: 'E_CANCELLED' });
    expect(connect).toHaveBeenCalledTimes(1);
  });
});

describe('hooks of the window', () => {
  it('watch every palace that it opens, until they are given back', async () => {
    const first = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const second = connectionOf({ status: () => Promise.resolve(statusOf(1)) });
    const connect = vi.fn().mockResolvedValueOnce(first.connection).mockResolvedValueOnce(second.connection);
    const session = new PalaceSession(dependencies({ connect }));
    const early = session.registerHook('post_batch', () => undefined);
    await session.api();
    session.registerHook('post_score_event', () => undefined);
    expect([...first.hooks].map(({ name }) => name)).toEqual(['post_batch', 'post_score_event']);
    await session.locate();
    expect(first.hooks.size).toBe(0);
    await session.api();
    expect(second.hooks.size).toBe(2);
    early.dispose();
    expect([...second.hooks].map(({ name }) => name)).toEqual(['post_score_event']);
  });
});
