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

/** The rows `ID:what it shows` below each row, by its ID; the top ones below ''. */
type Rows = Readonly<Record<string, readonly string[]>>;

/** A tree whose reads take `readMs`, in a palace whose state, and with rows that the test changes. */
const treeOf = (readMs: number, everyChange = false, isMissing = false, rows: Rows = { '': ['row'] }) => {
  const states = new Emitter<PalaceState>();
  const changes = new Emitter<void>();
  let state = openWith(1);
  let visible = true;
  let shown = rows;
  const refreshes = vi.fn();
  const read = vi.fn();
  const api = (): Promise<PalaceApi> =>
    isMissing ? Promise.reject(new PalaceError('E_PALACE_NOT_FOUND', 'gone')) : Promise.resolve(apiOf({}));
  const children = vi.fn(
    (_api: PalaceApi, node: string | undefined): Promise<readonly string[]> =>
      new Promise((resolve) => setTimeout(() => resolve(shown[node?.split(':')[0] ?? ''] ?? []), readMs)),
  );
  const tree = new PalaceTree<string>({
    session: {
      get state() {
        return state;
      },
      api,
      onState: (listener) => states.event(listener),
      onChanged: (listener) => changes.event(listener),
    },
    contents: { children, refresh: vi.fn() },
    item: (text) => ({ id: text.split(':')[0] ?? '', label: text }),
    isVisible: () => visible,
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
  const show = (next: Rows): void => void (shown = next);
  /** The editor reads the rows below one, and all below these. */
  const readAll = async (above?: string): Promise<void> => {
    for (const row of await tree.getChildren(above)) await readAll(row);
  };
  /** The rows change, and the tree is refreshed. Gives what the editor is told of. */
  const changeTo = async (next: Rows): Promise<unknown[]> => {
    refreshes.mockClear();
    show(next);
    tree.refresh();
    await vi.advanceTimersByTimeAsync(quietMs);
    return refreshes.mock.calls.flat();
  };
  const hide = (): void => void (visible = false);
  return { tree, children, refreshes, read, become, changes, show, readAll, changeTo, hide };
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
    const { tree, refreshes, become, show } = treeOf(1000);
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
    show({ '': ['row', 'other'] });
    await vi.advanceTimersByTimeAsync(250);
    expect(refreshes).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
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

  it('tells the editor of the rows that differ alone, as it forgets what is below them until it has read that again', async () => {
    const before = { '': ['files:2', 'notes:1'], files: ['docs:2'], docs: ['a', 'b'], notes: ['n:held'] };
    const { tree, readAll, changeTo } = treeOf(0, false, false, before);
    await Promise.all([readAll(), vi.advanceTimersByTimeAsync(1000)]);
    expect(await changeTo(before)).toEqual([]);
    const pinned = { ...before, notes: ['n:pinned'] };
    expect(await changeTo(pinned)).toEqual([['n:held']]);
    expect(tree.getTreeItem('n:held').label).toBe('n:pinned');
    const moved = { ...pinned, docs: ['b', 'a'] };
    expect(await changeTo(moved)).toEqual([['docs:2']]);
    await Promise.all([readAll('docs:2'), vi.advanceTimersByTimeAsync(1000)]);
    const fewer = { ...moved, '': ['files:1', 'notes:1'], files: ['docs:1'], docs: ['b'] };
    expect(await changeTo(fewer)).toEqual([['files:2']]);
    expect(await changeTo({ ...fewer, '': ['notes:1'] })).toEqual([undefined]);
  });

  it('has read what the editor asks for once it is told: until then, a key that is pressed finds no row', async () => {
    const before = { '': ['files:3', 'notes:1'], files: ['docs:3'], docs: ['a', 'b', 'c'], notes: ['n'] };
    const { tree, children, readAll, changeTo } = treeOf(0, false, false, before);
    await Promise.all([readAll(), vi.advanceTimersByTimeAsync(1000)]);
    const expectReady = async (above: string | undefined, rows: readonly string[]): Promise<void> => {
      const [given] = await Promise.all([tree.getChildren(above), vi.advanceTimersByTimeAsync(1)]);
      expect(given).toEqual(rows);
      expect(children).not.toHaveBeenCalled();
    };
    const archived = { ...before, '': ['files:2', 'notes:1'], files: ['docs:2'], docs: ['b', 'c'] };
    expect(await changeTo(archived)).toEqual([['files:3']]);
    children.mockClear();
    await expectReady('files:3', ['docs:2']);
    await expectReady('docs:2', ['b', 'c']);

    await vi.advanceTimersByTimeAsync(1000);
    expect(await changeTo({ ...archived, '': ['notes:1'] })).toEqual([undefined]);
    children.mockClear();
    await expectReady(undefined, ['notes:1']);
    await Promise.all([tree.getChildren(), vi.advanceTimersByTimeAsync(1)]);
    expect(children).toHaveBeenCalledTimes(1);
  });

  it('does not answer with what it read before the palace failed or changed', async () => {
    const before = { '': ['files:2'], files: ['a', 'b'] };
    const { tree, become, readAll, changeTo } = treeOf(0, false, false, before);
    await Promise.all([readAll(), vi.advanceTimersByTimeAsync(1000)]);
    expect(await changeTo({ '': ['files:1'], files: ['a'] })).toEqual([['files:2']]);
    expect(await changeTo({ '': ['files:1'], files: ['b'] })).toEqual([]);
    const rows = tree.getChildren('files:1');
    await vi.advanceTimersByTimeAsync(1);
    expect(await rows).toEqual(['b']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await changeTo({ '': ['files:2', 'notes:1'], files: ['b', 'c'] })).toEqual([undefined]);
    become({ kind: 'failed', folder: '/p', error: new PalaceError('E_CANCELLED', 'no') });
    expect(await tree.getChildren()).toEqual(['retry']);
  });

  it('tells the editor nothing while it waits for rows: it would drop their answer, and the row above would stay empty', async () => {
    const { tree, show, refreshes } = treeOf(100, false, false, { '': ['files:2'], files: ['a', 'b'] });
    await Promise.all([tree.getChildren(), vi.advanceTimersByTimeAsync(100)]);
    show({ '': ['files:3'], files: ['a', 'b', 'c'] });
    tree.refresh();
    await vi.advanceTimersByTimeAsync(250 + 50);
    const below = tree.getChildren('files:2');
    await vi.advanceTimersByTimeAsync(99);
    expect(refreshes).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await below).toEqual(['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(refreshes.mock.calls).toEqual([[undefined]]);
  });

  it('is read again as a whole, and only when it is seen, where it changes unseen', async () => {
    const { tree, children, changeTo, hide } = treeOf(0);
    await Promise.all([tree.getChildren(), vi.advanceTimersByTimeAsync(300)]);
    hide();
    children.mockClear();
    expect(await changeTo({ '': ['row', 'other'] })).toEqual([undefined]);
    expect(children).not.toHaveBeenCalled();
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
