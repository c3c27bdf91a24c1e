import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../extension/base/emitter.ts';
import type { PalaceState } from '../../../../extension/editor/palace/palaceState.ts';
import { PalaceTree } from '../../../../extension/editor/tree/palaceTree.ts';
import type { PalaceApi } from '../../../../extension/palace/contract/palaceApi.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { apiOf, statusOf } from '../fakePalace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const quietMs = 300;
const openWith = (drawers: number): PalaceState => ({
  kind: 'open',
  folder: '/p',
  status: statusOf(drawers),
  progress: null,
});

/** A tree whose reads take `readMs`, in a palace whose state the test changes. */
const treeOf = (readMs: number, everyChange = false, isMissing = false) => {
  const states = new Emitter<PalaceState>();
  const changes = new Emitter<void>();
  let state = openWith(1);
  const refreshes = vi.fn();
  const read = vi.fn();
  const api = (): Promise<PalaceApi> =>
    isMissing ? Promise.reject(new PalaceError('E_PALACE_NOT_FOUND', 'gone')) : Promise.resolve(apiOf({}));
  const tree = new PalaceTree<string>({
    session: {
      get state() {
        return state;
      },
      api,
      onState: (listener) => states.event(listener),
      onChanged: (listener) => changes.event(listener),
    },
    contents: {
      children: (_, node) =>
        new Promise((resolve) => setTimeout(() => resolve(node === undefined ? ['row'] : []), readMs)),
      refresh: vi.fn(),
    },
    item: (label) => ({ label }),
    tooltip: () => Promise.resolve(undefined),
    retry: 'retry',
    read,
    failed: (thrown) => {
      throw thrown;
    },
    quietMs,
    latestMs: 1500,
    everyChange,
  });
  tree.onDidChangeTreeData(refreshes);
  const become = (next: PalaceState): void => {
    state = next;
    states.fire(next);
  };
  return { tree, refreshes, read, become, changes };
};

describe('a tree of the palace', () => {
  it('tells how many rows it has once they were read, not before', async () => {
    const { tree, read } = treeOf(100);
    const rows = tree.getChildren();
    await vi.advanceTimersByTimeAsync(50);
    expect(read).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    await rows;
    expect(read).toHaveBeenCalledWith(1);
  });

  it('has no rows, and reports nothing, while the palace is looked for or has gone', async () => {
    const { tree, become } = treeOf(0, false, true);
    expect(await tree.getChildren()).toEqual([]);
    become({ kind: 'locating' });
    expect(await tree.getChildren()).toEqual([]);
  });

  it('keeps its rows while the editor still reads them, however often the palace changes', async () => {
    const { tree, refreshes, become } = treeOf(1000);
    const rows = tree.getChildren();
    become(openWith(2));
    await vi.advanceTimersByTimeAsync(999);
    expect(refreshes).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await rows).toEqual(['row']);
    const under = tree.getChildren('row');
    await vi.advanceTimersByTimeAsync(1000);
    await under;
    expect(refreshes).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(250);
    expect(refreshes).toHaveBeenCalledTimes(1);
  });

  it('is refreshed once for several changes, and not for a change that it does not show', async () => {
    const { refreshes, become } = treeOf(0);
    become(openWith(1));
    await vi.advanceTimersByTimeAsync(quietMs);
    expect(refreshes).not.toHaveBeenCalled();
    become(openWith(2));
    become(openWith(3));
    await vi.advanceTimersByTimeAsync(quietMs);
    expect(refreshes).toHaveBeenCalledTimes(1);
  });

  it('follows every change of the palace where it is asked to', async () => {
    for (const [everyChange, times] of [
      [true, 1],
      [false, 0],
    ] as const) {
      const { refreshes, changes } = treeOf(0, everyChange);
      changes.fire();
      await vi.advanceTimersByTimeAsync(quietMs);
      expect(refreshes).toHaveBeenCalledTimes(times);
    }
  });

  it('has one row that tries again where the palace could not be opened, and none where there is no palace', async () => {
    const { tree, become } = treeOf(0);
    become({ kind: 'absent', folder: '/p' });
    expect(await tree.getChildren()).toEqual([]);
    become({ kind: 'failed', folder: '/p', error: new PalaceError('E_CANCELLED', 'no') });
    expect(await tree.getChildren()).toEqual(['retry']);
    expect(await tree.getChildren('row')).toEqual([]);
  });
});
