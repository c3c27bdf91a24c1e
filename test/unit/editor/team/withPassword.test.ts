import { describe, expect, it, vi } from 'vitest';
import type { TeamKeys } from '../../../../extension/editor/team/teamKeys.ts';
import { splitAddress, withPassword } from '../../../../extension/editor/team/withPassword.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { keysOf } from './fakeKeys.ts';

const url = 'postgresql://ada@db.example.org/memory';
const refused = new PalaceError('E_TEAM_LOGIN', 'The team’s server refused ada.');

/** A server that takes one password. */
const serverOf = (right: string | null) =>
  vi.fn((password: string | null) => (password === right ? Promise.resolve('done') : Promise.reject(refused)));
const login = (keys: TeamKeys, ...answers: (string | undefined)[]) => ({
  url,
  keys,
  ask: vi.fn(() => Promise.resolve(answers.shift())),
});

describe('the password of a team’s server', () => {
  it('is not asked for where none is needed, and nothing is kept then', async () => {
    const keys = keysOf();
    const given = login(keys);
    expect(await withPassword(given, serverOf(null))).toBe('done');
    expect(given.ask).not.toHaveBeenCalled();
    expect(keys.kept).toEqual(new Map());
  });

  it('is asked for until the server takes one, which alone is kept', async () => {
    const keys = keysOf();
    const given = login(keys, 'wrong', 'right');
    const work = serverOf('right');
    await withPassword(given, work);
    expect(work.mock.calls).toEqual([[null], ['wrong'], ['right']]);
    expect(given.ask.mock.calls).toEqual([[null], [refused]]);
    expect(keys.kept).toEqual(new Map([[url, 'right']]));
  });

  it('that is kept is used without a question, and asked for anew once the server refuses it', async () => {
    const keys = keysOf({ [url]: 'old' });
    const kept = login(keys);
    await withPassword(kept, serverOf('old'));
    expect(kept.ask).not.toHaveBeenCalled();
    const changed = login(keys, 'new');
    await withPassword(changed, serverOf('new'));
    expect(changed.ask.mock.calls).toEqual([[refused]]);
    expect(keys.kept).toEqual(new Map([[url, 'new']]));
  });

  it('is asked for at once where the server has refused already, unless one is kept', async () => {
    const work = serverOf('right');
    await withPassword({ ...login(keysOf(), 'right'), isRefused: true }, work);
    expect(work.mock.calls).toEqual([['right']]);
    const kept = { ...login(keysOf({ [url]: 'right' })), isRefused: true };
    await withPassword(kept, work);
    expect(kept.ask).not.toHaveBeenCalled();
  });

  it('that is typed with the address goes ahead of one that is kept', async () => {
    const keys = keysOf({ [url]: 'old' });
    await withPassword({ ...login(keys), given: 'typed' }, serverOf('typed'));
    expect(keys.kept).toEqual(new Map([[url, 'typed']]));
  });

  it('may be withheld: nothing is done and nothing kept', async () => {
    const keys = keysOf();
    await expect(withPassword(login(keys, undefined), serverOf('right'))).rejects.toMatchObject({
      code: 'E_CANCELLED',
    });
    expect(keys.kept).toEqual(new Map());
  });

  it('that the server took is kept, although the first exchange failed; one of which that is not known is not', async () => {
    const away = new PalaceError('E_TEAM_UNREACHABLE', 'away');
    const connect = (password: string | null) => Promise.reject(password === 'right' ? away : refused);
    for (const isTaken of [true, false]) {
      const keys = keysOf();
      const typed = { ...login(keys, 'wrong', 'right'), isTaken: () => Promise.resolve(isTaken) };
      await expect(withPassword(typed, connect)).rejects.toBe(away);
      expect(keys.kept).toEqual(new Map(isTaken ? [[url, 'right']] : []));
    }
  });

  it('is not asked for when something else is wrong', async () => {
    const given = login(keysOf());
    const away = new PalaceError('E_TEAM_UNREACHABLE', 'away');
    await expect(withPassword(given, () => Promise.reject(away))).rejects.toBe(away);
    expect(given.ask).not.toHaveBeenCalled();
  });
});

it('an address is taken apart into what may be shown and the password; what is no address stays as it is', () => {
  expect(splitAddress(' postgresql://ada:p%40ss@db.example.org/memory ')).toEqual({ url, given: 'p@ss' });
  expect(splitAddress(url)).toEqual({ url });
  expect(splitAddress('db.example.org')).toEqual({ url: 'db.example.org' });
});
