import { describe, expect, it } from 'vitest';
import { statusBarText } from '../../../../extension/editor/status/statusBarText.ts';
import { statusRows } from '../../../../extension/editor/status/statusRows.ts';
import { PalaceError } from '../../../../extension/palace/model/errors/palaceError.ts';
import type { MineProgress } from '../../../../extension/palace/contract/filing/mineProgress.ts';
import type { PalaceStatus } from '../../../../extension/palace/contract/maintenanceSchemas.ts';
import { statusOf } from '../fakePalace.ts';
import { english } from '../localiser.ts';

const bar = (status: PalaceStatus | null, progress: MineProgress | null = null) =>
  statusBarText({ kind: 'open', folder: '/p', status, progress }, english);
const withModel = (state: PalaceStatus['embeddings']['state']) =>
  statusOf(1234, { embeddings: { ...statusOf(1234).embeddings, state } });

describe('the status bar', () => {
  it('is empty where there is no palace', () => {
    expect(statusBarText({ kind: 'absent', folder: '/p' }, english)).toBeNull();
    expect(statusBarText({ kind: 'nowhere', reason: 'noWorkspace' }, english)).toBeNull();
  });

  it('shows how many drawers there are', () => {
    expect(bar(statusOf(1234))).toEqual({
      text: '$(library) 1,234',
      tooltip: 'Synapse Palace: 1,234 drawers',
      severity: 'none',
    });
  });

  it('shows how far mining is, and no count that views could not follow', () => {
    const shown = bar(statusOf(5), { stage: 'mining', done: 50, total: 200, message: '', per_second: 20 });
    expect(shown?.text).toBe('$(library) $(sync~spin) 25 %');
    expect(shown?.tooltip).toBe('Filing: 50 of 200 · 20 per second');
  });

  it.each([
    [0, '0 %'],
    [1, '1 %'],
    [9990, '99 %'],
    [10_000, '100 %'],
  ])('says of %i files of 10,000 that they are %s', (done, share) => {
    const shown = bar(statusOf(5), { stage: 'mining', done, total: 10_000, message: '', per_second: null });
    expect(shown?.text).toBe(`$(library) $(sync~spin) ${share}`);
  });

  it('keeps the count that is shown elsewhere', () => {
    const state = { kind: 'open', folder: '/p', status: statusOf(1300), progress: null } as const;
    expect(statusBarText(state, english, 1234)?.text).toBe('$(library) 1,234');
  });

  it('says in minutes how long the semantic index still takes, and why it takes long', () => {
    const embeddings = { ...statusOf(0).embeddings, done: 100, pending: 900, per_second: 5 };
    const shown = bar(statusOf(1000, { embeddings: { ...embeddings, hold_up: 'battery' } }));
    expect(shown?.text).toBe('$(library) 1,000 $(sync~spin) 10 % · 3 min');
    expect(shown?.tooltip).toContain(
      'Building the semantic index: 100 of 1,000 · 5 per second. Slower, to save the battery.',
    );
    expect(bar(statusOf(1000, { embeddings: { ...embeddings, per_second: null } }))?.text).toBe(
      '$(library) 1,000 $(sync~spin) 10 %',
    );
  });

  it.each(['mismatch', 'unavailable'] as const)(
    'warns when the model is in the state %s, during mining too',
    (state) => {
      expect(bar(withModel(state))).toMatchObject({ severity: 'warning' });
      expect(
        bar(withModel(state), { stage: 'mining', done: 1, total: null, message: '', per_second: null }),
      ).toMatchObject({ severity: 'warning' });
    },
  );

  it('tells of damage before anything else', () => {
    const damaged = { ...withModel('mismatch'), palace: { ...statusOf(1).palace, state: 'damaged' as const } };
    expect(bar(damaged)).toMatchObject({ severity: 'error' });
  });

  it('says why a palace could not be opened, and what to do', () => {
    const error = new PalaceError('E_PALACE_IN_USE', 'Another program has the palace open.');
    expect(statusBarText({ kind: 'failed', folder: '/p', error }, english)?.tooltip).toContain(error.remedy);
  });
});

describe('the status list', () => {
  it('begins with what needs attention', () => {
    const rows = statusRows(
      statusOf(2, { warnings: ['The index was rebuilt.'], palace: { ...statusOf(1).palace, state: 'damaged' } }),
      english,
    );
    expect(rows.slice(0, 2).map(({ section, icon }) => [section, icon])).toEqual([
      ['Needs attention', 'error'],
      ['Needs attention', 'warning'],
    ]);
  });

  it('says how long the vectors that are due will take', () => {
    const { embeddings } = statusOf(0);
    const rows = statusRows(
      statusOf(700, { embeddings: { ...embeddings, done: 100, pending: 600, per_second: 10 } }),
      english,
    );
    expect(rows.find(({ label }) => label === 'Building the semantic index: 100 of 700')?.detail).toContain(
      'about 1 min',
    );
  });

  it('writes how long the scan of the use took as the language does', () => {
    const scan = {
      at: '2026-03-01T10:00:00Z',
      looked_at: 1200,
      updated: 3,
      total_ms: 1108.94,
      batch_timings_ms: [8.8, 0.14],
    };
    const german = { ...english, count: (value: number) => value.toLocaleString('de') };
    const rows = statusRows(statusOf(1, { ltp: { due: 0, last_scan: scan } }), german);
    expect(rows.find(({ label }) => label.startsWith('Usage last scanned'))?.detail).toBe(
      '3 of 1.200 drawers updated · 1.108,94 ms in batches of 8,8; 0,14 ms',
    );
  });

  it('offers to mine an empty palace', () => {
    expect(statusRows(statusOf(0), english).find(({ label }) => label === '0 drawers')?.action).toBe('mine');
  });
});
