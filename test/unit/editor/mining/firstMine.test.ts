import { describe, expect, it } from 'vitest';
import { FirstMine } from '../../../../extension/editor/mining/firstMine.ts';
import type { PalaceState } from '../../../../extension/editor/palace/palaceState.ts';
import { apiOf, statusOf } from '../fakePalace.ts';

const absent: PalaceState = { kind: 'absent', folder: '/p' };
const closed: PalaceState = { kind: 'closed', folder: '/p' };

interface Given {
  readonly state?: PalaceState;
  readonly trusted?: boolean;
  readonly busy?: boolean;
  readonly mined?: boolean;
  readonly types?: Readonly<Record<string, number>>;
}

const firstMineOf = ({ state = absent, trusted = true, busy = false, mined = false, types = {} }: Given) => {
  const kept = new Map<string, unknown>();
  const asked = { mines: 0 };
  const status = statusOf(1, { mined });
  const firstMine = new FirstMine({
    session: {
      state,
      api: () =>
        Promise.resolve(
          apiOf({ status: () => Promise.resolve({ ...status, drawers: { ...status.drawers, by_type: types } }) }),
        ),
    },
    miner: { busy },
    trusted: () => trusted,
    mine: () => void (asked.mines += 1),
    memento: {
      get: (key: string) => kept.get(key),
      update: (key: string, value: unknown) => Promise.resolve(void kept.set(key, value)),
    } as never,
  });
  return { firstMine, asked };
};

describe('the first search of a workspace', () => {
  it('mines it where there is no memory, once', () => {
    const { firstMine, asked } = firstMineOf({});
    expect([firstMine.start(), asked.mines]).toEqual([true, 1]);
    const running = firstMineOf({ busy: true });
    expect([running.firstMine.start(), running.asked.mines]).toEqual([true, 0]);
  });

  it('mines nothing in an untrusted workspace, nor where there is a memory', () => {
    for (const given of [{ trusted: false }, { state: closed }]) {
      const { firstMine, asked } = firstMineOf(given);
      expect([firstMine.start(), asked.mines]).toEqual([false, 0]);
    }
  });

  it('mines nothing where the memory was deleted, until it was made again', async () => {
    const { firstMine, asked } = firstMineOf({});
    expect(firstMine.wasDeleted).toBe(false);
    await firstMine.remember({ deleted: true });
    expect(firstMine.wasDeleted).toBe(true);
    expect([firstMine.start(), asked.mines]).toEqual([false, 0]);
    await firstMine.remember({ deleted: false });
    expect([firstMine.start(), asked.mines]).toEqual([true, 1]);
  });

  it.each([
    ['holds commits alone', { types: { git_commit: 3 } }, 1],
    ['holds commits and a note', { types: { git_commit: 3, decision: 1 } }, 0],
    ['was mined', { types: { git_commit: 3 }, mined: true }, 0],
    ['lies in an untrusted workspace', { types: { git_commit: 3 }, trusted: false }, 0],
  ])('with a memory that %s: mines %o', async (_, given, mines) => {
    const { firstMine, asked } = firstMineOf({ state: closed, ...given });
    await firstMine.startBesideCommits();
    expect(asked.mines).toBe(mines);
  });
});
