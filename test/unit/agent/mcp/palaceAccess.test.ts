import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PalaceAccess } from '../../../../extension/agent/mcp/palaceAccess.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import type { PalaceConnection } from '../../../../extension/service/palaceConnection.ts';
import { temporaryFolder } from '../../../fixtures/palaces/temporaryPalace.ts';

/** An answer that is given when the test wants it. */
const pending = <T>() => {
  let give = (_value: T): void => undefined;
  const promise = new Promise<T>((resolve) => (give = resolve));
  return { promise, give };
};

/** Access to the palaces of two workspaces; each look for the client's folders, and each opening, waits for the test. */
const twoWorkspaces = () => {
  const place = temporaryFolder();
  for (const name of ['old', 'new']) {
    mkdirSync(path.join(place, name));
    writeFileSync(path.join(place, name, 'palace.sqlite'), '');
  }
  const looks: ((name: string) => void)[] = [];
  const lateAnswers: ((name: string) => void)[] = [];
  const openings: { readonly name: string; readonly finish: () => void }[] = [];
  const closed: string[] = [];
  const access = new PalaceAccess({
    roots: (onLate) => {
      const { promise, give } = pending<readonly string[]>();
      lateAnswers.push((name) => onLate([path.join(place, name)]));
      looks.push((name) => give([path.join(place, name)]));
      return promise;
    },
    site: ([workspace = '']) => ({ workspace, folder: workspace }),
    connect: ({ folder }) => {
      const name = path.basename(folder);
      const { promise, give } = pending<PalaceConnection>();
      const connection = {
        folder,
        api: { name } as unknown as PalaceApi,
        close: () => Promise.resolve(void closed.push(name)),
      } as unknown as PalaceConnection;
      openings.push({ name, finish: () => give(connection) });
      return promise;
    },
    onProblem: (error) => {
      throw error;
    },
  });
  return { access, looks, lateAnswers, openings, closed };
};

describe('a call that comes before the client changes its folders', () => {
  it('gets the palace of the new ones if it still looked for the old ones', async () => {
    const { access, looks, openings } = twoWorkspaces();
    const call = access.open(true);
    await access.forget();
    looks[0]?.('old');
    await expect.poll(() => looks.length).toBe(2);
    looks[1]?.('new');
    await expect.poll(() => openings.map(({ name }) => name)).toEqual(['new']);
    openings[0]?.finish();
    expect(await call).toEqual({ name: 'new' });
    expect(await access.open(true)).toEqual({ name: 'new' });
  });

  it('gets the palace of the new ones if that of the old ones was being opened', async () => {
    const { access, looks, openings, closed } = twoWorkspaces();
    const call = access.open(true);
    looks[0]?.('old');
    await expect.poll(() => openings.length).toBe(1);
    const forgotten = access.forget();
    openings[0]?.finish();
    await forgotten;
    expect(closed).toEqual(['old']);
    await expect.poll(() => looks.length).toBe(2);
    looks[1]?.('new');
    await expect.poll(() => openings.length).toBe(2);
    openings[1]?.finish();
    expect(await call).toEqual({ name: 'new' });
  });
});

describe('folders that the client names late', () => {
  const openOld = async () => {
    const there = twoWorkspaces();
    const call = there.access.open(true);
    there.looks[0]?.('old');
    await expect.poll(() => there.openings.length).toBe(1);
    there.openings[0]?.finish();
    expect(await call).toEqual({ name: 'old' });
    return there;
  };

  it('are where the next calls work, in the palace of these, without asking again', async () => {
    const { access, looks, lateAnswers, openings, closed } = await openOld();
    lateAnswers[0]?.('new');
    // What goes on in the other palace goes on.
    expect(closed).toEqual([]);
    const calls = [access.open(true), access.open(true)];
    await expect.poll(() => openings.map(({ name }) => name)).toEqual(['old', 'new']);
    openings[1]?.finish();
    expect(await Promise.all(calls)).toEqual([{ name: 'new' }, { name: 'new' }]);
    expect(path.basename(await access.workspace())).toBe('new');
    expect([closed, looks.length]).toEqual([['old'], 1]);
  });

  it('change nothing if they have the palace that is open, or are no longer its folders', async () => {
    const { access, looks, lateAnswers, openings, closed } = await openOld();
    lateAnswers[0]?.('old');
    expect(await access.open(true)).toEqual({ name: 'old' });
    expect([closed, openings.length]).toEqual([[], 1]);
    await access.forget();
    const call = access.workspace();
    await expect.poll(() => looks.length).toBe(2);
    lateAnswers[0]?.('old');
    looks[1]?.('new');
    expect(path.basename(await call)).toBe('new');
    expect(path.basename(await access.workspace())).toBe('new');
  });
});

it('a call that waits while the server ends opens nothing', async () => {
  const { access, looks, openings } = twoWorkspaces();
  const call = expect(access.open(true)).rejects.toMatchObject({ code: 'E_CANCELLED' });
  await access.close();
  looks[0]?.('old');
  await call;
  expect(openings).toEqual([]);
});
