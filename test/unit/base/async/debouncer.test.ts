import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Debouncer } from '../../../../extension/base/async/debouncer.ts';
import { hourMs } from '../../../../extension/base/time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([0, -hourMs, hourMs])(
  'a burst that does not end is acted upon after the longest time, whatever the clock is set to (%i ms)',
  (jump) => {
    const action = vi.fn();
    const debouncer = new Debouncer(action, 100, 250);
    debouncer.call();
    vi.setSystemTime(Date.now() + jump);
    for (const after of [90, 90, 60]) {
      vi.advanceTimersByTime(after);
      debouncer.call();
    }
    expect(action).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10);
    expect(action).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(hourMs);
    expect(action).toHaveBeenCalledTimes(1);
  },
);
