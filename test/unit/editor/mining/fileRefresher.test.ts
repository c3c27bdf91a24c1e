import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Emitter } from '../../../../extension/base/emitter.ts';
import type { PalaceState } from '../../../../extension/editor/palace/palaceState.ts';
import { FileRefresher } from '../../../../extension/editor/mining/fileRefresher.ts';
import { Miner } from '../../../../extension/editor/mining/miner.ts';
import type { MineReport, MineRequest } from '../../../../extension/palace/contract/filing/intakeSchemas.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import { apiOf, statusOf } from '../fakePalace.ts';

const report: MineReport = {
  sources: { mined: 1, unchanged: 0, renamed: 0, archived: 0, skipped: {} },
  skipped_files: [],
  drawers: { added: 1, kept: 0, archived: 0 },
  embeddings: { done: 1, pending: 0 },
  elapsed_ms: 1,
};

/** A refresher whose palace records what it is asked. */
const refresherOf = (
  changes: {
    trusted?: boolean;
    watching?: boolean;
    mined?: boolean;
    changed?: number;
    quietMs?: number;
    /** How many runs of mining fail. */
    failures?: number;
    isMissing?: boolean;
  } = {},
) => {
  const {
    trusted = true,
    watching = true,
    mined = true,
    changed = 0,
    quietMs = 1000,
    failures = 0,
    isMissing = false,
  } = changes;
  const asked: (readonly string[] | undefined)[] = [];
  const api = apiOf({
    status: () => Promise.resolve(statusOf(1, { mined })),
    mine: ({ touched }: MineRequest) => {
      asked.push(touched);
      return asked.length > failures ? Promise.resolve(report) : Promise.reject(new Error('disk full'));
    },
    changedFiles: ({ touched }) => {
      asked.push(touched);
      return Promise.resolve({ compared: true, changed, gone: 0, files: [] });
    },
  });
  const states = new Emitter<PalaceState>();
  const openState: PalaceState = { kind: 'open', folder: '/p', status: null, progress: null };
  let state: PalaceState = openState;
  const session = {
    api: () => (isMissing ? Promise.reject(new PalaceError('E_PALACE_NOT_FOUND', 'gone')) : Promise.resolve(api)),
    apiOrNew: vi.fn(() => Promise.resolve(api)),
    get state() {
      return state;
    },
    onState: (listener: (state: PalaceState) => void) => states.event(listener),
  };
  const become = (next: PalaceState): void => {
    state = next;
    states.fire(next);
  };
  const miner = new Miner(session, () => Promise.resolve({ folders: [{ path: '/w', name: 'w' }] }));
  const refresher = new FileRefresher({
    session,
    miner,
    settings: () => ({ trusted, watching, quietMs }),
    log: () => undefined,
  });
  return {
    refresher,
    miner,
    asked,
    apiOrNew: session.apiOrNew,
    open: () => become(openState),
    lose: () => become({ kind: 'locating' }),
  };
};

describe('changed files', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are mined with the next change if mining failed', async () => {
    const { refresher, asked } = refresherOf({ failures: 1 });
    refresher.touch(['/w/a.md']);
    await vi.advanceTimersByTimeAsync(60_000);
    refresher.touch(['/w/b.md']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.map((paths) => paths?.toSorted())).toEqual([['/w/a.md'], ['/w/a.md', '/w/b.md']]);
  });

  it('make no palace in place of one that has gone while its state is still open', async () => {
    const { refresher, asked, apiOrNew } = refresherOf({ isMissing: true });
    refresher.touch(['/w/a.md']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toEqual([]);
    expect(apiOrNew).not.toHaveBeenCalled();
  });

  it('are mined in one run once they have settled, each named once', async () => {
    const { refresher, asked } = refresherOf();
    refresher.touch(['/w/a.md', '/w/b.md']);
    await vi.advanceTimersByTimeAsync(900);
    refresher.touch(['/w/a.md']);
    await vi.advanceTimersByTimeAsync(900);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(asked).toEqual([['/w/a.md', '/w/b.md']]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(asked.length).toBe(1);
  });

  it('are mined at last, although a file is written all the time', async () => {
    const { refresher, asked } = refresherOf();
    for (let turn = 0; turn < 40; turn++) {
      refresher.touch(['/w/a.md']);
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(asked.length).toBe(1);
  });

  it('wait as long as the setting says, also where that is long', async () => {
    const { refresher, asked } = refresherOf({ quietMs: 60_000 });
    refresher.touch(['/w/a.md']);
    await vi.advanceTimersByTimeAsync(30_000);
    refresher.touch(['/w/b.md']);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([['/w/a.md', '/w/b.md']]);
    for (let turn = 0; turn < 4; turn++) {
      refresher.touch(['/w/a.md']);
      await vi.advanceTimersByTimeAsync(30_000);
    }
    expect(asked.length).toBe(2);
  });

  it('are looked for everywhere where many changed, or nobody watched', async () => {
    const { refresher, asked } = refresherOf();
    refresher.touch(Array.from({ length: 600 }, (_, index) => `/w/${index}.md`));
    await vi.advanceTimersByTimeAsync(1000);
    refresher.recheck();
    refresher.touch(['/w/a.md']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual([undefined, undefined]);
  });

  it('are looked for everywhere each time the palace is opened: nothing was noted while it was not', async () => {
    const { refresher, asked, open, lose } = refresherOf();
    lose();
    refresher.touch(['/w/a.md']);
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toEqual([]);
    open();
    open(); // its counts have changed
    await vi.advanceTimersByTimeAsync(2000);
    expect(asked).toEqual([undefined]);
  });

  it('are only counted where watching is off, until the workspace is mined', async () => {
    const { refresher, miner, asked } = refresherOf({ watching: false, changed: 3 });
    const told: number[] = [];
    refresher.onChanged((files) => told.push(files));
    refresher.touch(['/w/a.md']);
    await vi.advanceTimersByTimeAsync(1000);
    expect([refresher.changed, asked]).toEqual([3, [['/w/a.md']]]);
    await miner.mine({});
    expect(told).toEqual([3, 0]);
  });

  it('are left alone in a workspace that is not trusted, or that was never mined', async () => {
    for (const changes of [{ trusted: false }, { mined: false }]) {
      const { refresher, asked } = refresherOf(changes);
      refresher.touch(['/w/a.md']);
      await vi.advanceTimersByTimeAsync(2000);
      expect(asked).toEqual([]);
    }
  });
});
