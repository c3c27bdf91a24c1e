import { expect, onTestFinished, test, vi } from 'vitest';
import {
  dayOf,
  daysAgo,
  filedOn,
  freshnessOf,
  placeOf,
  readsAsCode,
  viaLegs,
} from '../../../../webview/text/provenance.ts';
import { orderMark } from '../../../../webview/score/orderMark.ts';
import { translator } from '../../../../webview/text/translate.ts';

const t = translator({});
const now = Date.parse('2026-01-31T12:00:00Z');
const hit = {
  type: 'file',
  wing: 'planner',
  room: 'src',
  source_file: 'planner/src/bookBerth.ts',
  lines: { start: 41, end: 83 },
};

test('when a drawer was filed is told by its day, and by month and year after a year', () => {
  expect(filedOn('2026-01-01T12:00:00Z', now)).toBe('Jan 1');
  expect(filedOn('2019-04-10T12:00:00Z', now)).toBe('Apr 2019');
  expect(filedOn('not a date', now)).toBe('');
});

test('a day is that of the person’s clock, in every place that names one', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  onTestFinished(() => void vi.unstubAllEnvs());
  const filedAt = '2026-01-01T18:00:00Z';
  const mark = orderMark({ score: 1, filed_at: filedAt }, 'recency', t);
  expect([filedOn(filedAt, now), dayOf(filedAt), mark.shown]).toEqual(['Jan 2', '2026-01-02', '2026-01-02']);
  expect(dayOf('not a date')).toBe('');
});

test('the days since a time are counted within a year; before, its month is given', () => {
  expect(daysAgo('2026-02-28T12:00:00Z', 1)).toBe('1 day ago');
  expect(daysAgo('2025-10-12T12:00:00Z', 140)).toBe('140 days ago');
  expect(daysAgo('2019-04-10T12:00:00Z', 2775)).toBe('Apr 2019');
});

test('dates and ages are in the page’s language, not in that of the system', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'de' } });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(daysAgo('2025-10-12T12:00:00Z', 140)).toBe('vor 140 Tagen');
  expect(filedOn('2026-01-01T12:00:00Z', now)).toBe('1. Jan.');
});

test('a place is a file’s name with its lines, a commit’s short hash, or wing and room', () => {
  expect(placeOf(hit)).toBe('bookBerth.ts:41–83');
  expect(placeOf({ ...hit, lines: { start: 5, end: 5 } })).toBe('bookBerth.ts:5');
  expect(placeOf({ ...hit, type: 'git_commit', source_file: 'git:main@b8f6a2d95e0c4371', lines: null })).toBe(
    'b8f6a2d',
  );
  expect(placeOf({ ...hit, source_file: null, lines: null })).toBe('planner/src');
});

test('a changed or missing source is a reason to doubt; what was never a file is named instead', () => {
  expect(freshnessOf(hit, 'changed', t)).toEqual({ text: 'file changed since', doubt: true });
  expect(freshnessOf(hit, 'missing', t)?.doubt).toBe(true);
  expect(freshnessOf(hit, undefined, t)).toBeNull();
  expect(freshnessOf({ type: 'git_commit', source_file: 'x' }, 'noFile', t)).toEqual({
    text: 'commit',
    doubt: false,
  });
});

test('a note is saved by whoever filed it', () => {
  const note = { type: 'decision', source_file: null };
  expect(freshnessOf(note, undefined, t)?.text).toBe('saved by you');
  expect(freshnessOf({ ...note, filed_by: 'ben' }, undefined, t)?.text).toBe('saved by ben');
});

test('only the legs that hold the drawer are named', () => {
  const leg = (rank: number | null) => ({ rank, score: 0, share: 0 });
  expect(viaLegs({ lexical: leg(1), dense: leg(2), closets: leg(null) }, t)).toBe('keyword #1 · semantic #2');
  expect(viaLegs(undefined, t)).toBe('');
});

test('prose is not set as code', () => {
  expect(
    [
      hit,
      { type: 'file', source_file: 'a/README.md' },
      { type: 'decision', source_file: null },
      { type: 'file', source_file: 'LICENSE' },
    ].map(readsAsCode),
  ).toEqual([true, false, false, false]);
});
