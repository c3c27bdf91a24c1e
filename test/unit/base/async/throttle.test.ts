import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Throttle } from '../../../../extension/base/async/throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the first call after a pause acts soon, those that follow act once in the time', () => {
  const action = vi.fn();
  const throttle = new Throttle(action, { firstMs: 20, leastMs: 250 });
  throttle.call();
  throttle.call();
  vi.advanceTimersByTime(19);
  expect(action).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledTimes(1);
  for (let call = 0; call < 10; call += 1) throttle.call();
  vi.advanceTimersByTime(249);
  expect(action).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(action).toHaveBeenCalledTimes(2);
});

it('a disposed throttle does not act on what was called before', () => {
  const action = vi.fn();
  const throttle = new Throttle(action, { firstMs: 20, leastMs: 250 });
  throttle.call();
  throttle.dispose();
  vi.advanceTimersByTime(1_000);
  expect(action).not.toHaveBeenCalled();
});
