import { getEventListeners } from 'node:events';
import { expect, it, vi } from 'vitest';
import { deadline } from '../../../../extension/base/async/deadline.ts';

it('aborts after its time, or with the other signal, and then holds on to neither', () => {
  vi.useFakeTimers();
  const held = (controller: AbortController): number =>
    vi.getTimerCount() + getEventListeners(controller.signal, 'abort').length;
  const [late, cancelled, ended, before] = Array.from({ length: 4 }, () => new AbortController()) as [
    AbortController,
    AbortController,
    AbortController,
    AbortController,
  ];
  const timed = deadline(100, late.signal);
  expect([timed.signal.aborted, held(late)]).toEqual([false, 2]);
  vi.advanceTimersByTime(100);
  expect([timed.signal.aborted, held(late)]).toEqual([true, 0]);

  const stopped = deadline(100, cancelled.signal);
  cancelled.abort();
  expect([stopped.signal.aborted, held(cancelled)]).toEqual([true, 0]);

  const done = deadline(100, ended.signal);
  done.dispose();
  expect([done.signal.aborted, held(ended)]).toEqual([false, 0]);

  before.abort();
  expect([deadline(100, before.signal).signal.aborted, held(before)]).toEqual([true, 0]);
  vi.useRealTimers();
});
