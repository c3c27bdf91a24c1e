import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SettledRefresh } from '../../../../extension/editor/tree/settledRefresh.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const started = () => {
  const fire = vi.fn((_isDisturbed: () => boolean) => Promise.resolve());
  const refresh = new SettledRefresh(fire, 100);
  const read = (ms: number): Promise<void> =>
    refresh.read(() => new Promise((resolve) => setTimeout(resolve, ms)));
  return { fire, refresh, read };
};

describe('a tree that is to be read anew', () => {
  it('is so at once where nothing reads it', () => {
    const { fire, refresh } = started();
    refresh.want();
    expect(fire).toHaveBeenCalledTimes(1);
  });

  it('waits until nothing has read it for a moment, and is read anew once for any number of wishes', async () => {
    const { fire, refresh, read } = started();
    const first = read(500);
    refresh.want();
    refresh.want();
    await vi.advanceTimersByTimeAsync(500);
    await first;
    const second = read(50);
    await vi.advanceTimersByTimeAsync(149);
    await second;
    expect(fire).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(fire).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(fire).toHaveBeenCalledTimes(1);
  });

  it('is read anew in a moment although the clock was set back', async () => {
    const { fire, refresh, read } = started();
    const reading = read(10);
    await vi.advanceTimersByTimeAsync(10);
    await reading;
    vi.setSystemTime(Date.now() - 3_600_000);
    refresh.want();
    await vi.advanceTimersByTimeAsync(100);
    expect(fire).toHaveBeenCalledTimes(1);
  });

  it('is read anew although a part of it could not be read', async () => {
    const { fire, refresh } = started();
    const reading = refresh.read(() => Promise.reject(new Error('no')));
    refresh.want();
    await expect(reading).rejects.toThrow('no');
    await vi.advanceTimersByTimeAsync(100);
    expect(fire).toHaveBeenCalledTimes(1);
  });

  it('learns while it is read anew that a part of it was asked for meanwhile', async () => {
    const told: boolean[] = [];
    const refresh = new SettledRefresh(async (isDisturbed) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      told.push(isDisturbed());
    }, 100);
    refresh.want();
    await vi.advanceTimersByTimeAsync(50);
    refresh.want();
    await vi.advanceTimersByTimeAsync(100 + 10);
    const reading = refresh.read(() => Promise.resolve());
    await vi.advanceTimersByTimeAsync(50);
    await reading;
    expect(told).toEqual([false, true]);
  });

  it('stays as it is once its view is gone', async () => {
    const { fire, refresh, read } = started();
    const reading = read(10);
    refresh.want();
    refresh.dispose();
    await vi.advanceTimersByTimeAsync(1000);
    await reading;
    expect(fire).not.toHaveBeenCalled();
  });
});
