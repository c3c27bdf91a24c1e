import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SearchRun, type SearchOutcome } from '../../../../extension/editor/search/searchRun.ts';
import { resultOf } from '../fakePalace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const answering = (answerMs: Record<string, number>) => {
  const signals = new Map<string, AbortSignal>();
  const told: SearchOutcome[] = [];
  const run = new SearchRun(
    (query, signal) => {
      signals.set(query, signal);
      return new Promise((resolve) => setTimeout(() => resolve(resultOf(query, [])), answerMs[query] ?? 0));
    },
    (outcome) => told.push(outcome),
  );
  return {
    run,
    signals,
    told,
    queries: () => told.map((outcome) => (outcome.kind === 'found' ? outcome.result.query : outcome.error.code)),
  };
};

describe('a search as one types', () => {
  it('waits for a pause', async () => {
    const { run, signals, queries } = answering({});
    for (const query of ['a', 'ab', 'abc']) {
      run.later(query);
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(500);
    expect([...signals.keys()]).toEqual(['abc']);
    expect(queries()).toEqual(['abc']);
  });

  it('gives up the search before, and never shows its late answer', async () => {
    const { run, signals, queries } = answering({ slow: 5000, fast: 10 });
    run.now('slow');
    await vi.advanceTimersByTimeAsync(200);
    run.later('fast');
    expect(signals.get('slow')?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(queries()).toEqual(['fast']);
  });

  it('tells of a failure by its code', async () => {
    const told: SearchOutcome[] = [];
    new SearchRun(
      () => Promise.reject(new Error('broken')),
      (outcome) => told.push(outcome),
    ).now('x');
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toMatchObject([{ kind: 'failed', error: { code: 'E_INTERNAL', message: 'broken' } }]);
  });

  it('tells again what completes an answer, and keeps the answer where that fails', async () => {
    const told: string[] = [];
    const run = new SearchRun(
      (query) => Promise.resolve(resultOf(query, [])),
      (outcome) =>
        told.push(outcome.kind === 'found' ? `${outcome.result.query} ${outcome.isLater}` : outcome.error.code),
      ({ query }) =>
        query === 'due'
          ? Promise.resolve(resultOf('complete', []))
          : query === 'gone'
            ? Promise.reject(new Error('x'))
            : null,
    );
    for (const query of ['due', 'gone', 'whole']) {
      run.now(query);
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(told).toEqual(['due false', 'complete true', 'gone false', 'whole false']);
    // What is shown already keeps its place in the list.
    run.again('whole');
    await vi.advanceTimersByTimeAsync(0);
    expect(told.at(-1)).toBe('whole true');
  });

  it('says nothing once it has ended', async () => {
    const { run, queries } = answering({ x: 100 });
    run.now('x');
    run.dispose();
    await vi.advanceTimersByTimeAsync(1000);
    expect(queries()).toEqual([]);
  });
});
