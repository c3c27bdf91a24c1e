import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PalaceState } from '../../../../extension/editor/palace/palaceState.ts';
import { maintenanceOnStart } from '../../../../extension/editor/maintenance/maintenanceOnStart.ts';
import {
  isIdle,
  maintenanceDocument,
  maintenanceSummary,
} from '../../../../extension/editor/maintenance/maintenanceText.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { MaintainReport } from '../../../../extension/palace/contract/memory/ageingSchemas.ts';
import { apiOf } from '../fakePalace.ts';
import { english as localiser } from '../localiser.ts';

const report = (changes: Partial<MaintainReport> = {}): MaintainReport => ({
  dry_run: false,
  changes: [],
  counts: { archived: 0, demoted: 0, promoted: 0, looked_at: 5 },
  batch: null,
  patterns_aged: [],
  consolidation_candidates: [],
  git: null,
  warnings: [],
  elapsed_ms: 3,
  ...changes,
});
const busy = report({
  changes: [
    { drawer_id: 'd1', change: 'archived', from: 'ephemeral', to: 'archive', reason: 'not accessed for 8 days' },
  ],
  counts: { archived: 1, demoted: 0, promoted: 0, looked_at: 5 },
  batch: 'maintenance@2026-03-01T12:00:00.000Z',
  patterns_aged: [
    { pattern_id: 'p1', label: 'Time-outs', last_seen: '2026-01-01', reason: 'no new issue for 90 days' },
  ],
});

/** A window's palace whose state the test sets. */
const windowOf = (maintain: () => Promise<MaintainReport>, allowed = { trusted: true, enabled: true }) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let state: PalaceState = { kind: 'closed', folder: '/p' };
  const listeners = new Set<(state: PalaceState) => void>();
  const called: unknown[] = [];
  const logged: string[] = [];
  const held = maintenanceOnStart({
    session: {
      get state() {
        return state;
      },
      onState: (listener) => {
        listeners.add(listener);
        return { dispose: () => void listeners.delete(listener) };
      },
      api: () => Promise.resolve(apiOf({ maintain: (request) => (called.push(request), maintain()) })),
    },
    allowed: () => allowed,
    log: (level, message) => void logged.push(`${level} ${message}`),
    delayMs: 1000,
  });
  onTestFinished(() => held.dispose());
  return {
    called,
    logged,
    held,
    become: (next: PalaceState) => {
      state = next;
      for (const listener of listeners) listener(next);
    },
  };
};
const open = (folder = '/p'): PalaceState => ({ kind: 'open', folder, status: null, progress: null });

describe('maintenance when a workspace is opened', () => {
  it('runs once, a while after the palace was opened, and leaves one line in the log', async () => {
    const { called, logged, become } = windowOf(() => Promise.resolve(busy));
    become(open());
    await vi.advanceTimersByTimeAsync(900);
    expect(called).toEqual([]);
    become(open());
    await vi.advanceTimersByTimeAsync(5000);
    become({ kind: 'closed', folder: '/p' });
    become(open());
    await vi.advanceTimersByTimeAsync(5000);
    expect(called).toEqual([{}]);
    expect(logged).toEqual([
      expect.stringMatching(
        /^info Maintenance: 1 archived, 0 demoted, 0 promoted, 1 patterns settled .*maintenance@/,
      ),
    ]);
    become(open('/elsewhere'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(called).toHaveLength(2);
  });

  it.each([
    { trusted: false, enabled: true },
    { trusted: true, enabled: false },
  ])('asks nothing of the palace with %o', async (allowed) => {
    const { called, logged, become } = windowOf(() => Promise.resolve(report()), allowed);
    become(open());
    await vi.advanceTimersByTimeAsync(5000);
    expect([called, logged]).toEqual([[], []]);
  });

  it('does not begin after the window was closed, and tells of a failure in the log alone', async () => {
    const { called, held, become } = windowOf(() => Promise.resolve(report()));
    become(open());
    held.dispose();
    await vi.advanceTimersByTimeAsync(5000);
    expect(called).toEqual([]);
    const failing = windowOf(() => Promise.reject(new PalaceError('E_DISK_FULL', 'The disk is full.')));
    failing.become(open());
    await vi.advanceTimersByTimeAsync(5000);
    expect(failing.logged).toEqual(['warn The palace was not maintained. E_DISK_FULL: The disk is full.']);
  });
});

describe('what maintenance would do', () => {
  it('is shown change by change with its reason', () => {
    expect(isIdle(report())).toBe(true);
    expect(isIdle(busy)).toBe(false);
    const text = maintenanceDocument(busy, localiser);
    expect(text).toContain('ephemeral → archive  d1\n  not accessed for 8 days');
    expect(text).toContain('p1  Time-outs\n  no new issue for 90 days');
    expect(text).toContain(maintenanceSummary(busy, localiser));
  });
});
