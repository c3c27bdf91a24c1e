import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { raceAbort } from '../../../../extension/base/async/raceAbort.ts';

const never = new Promise<never>(() => undefined);
const stopped = (): never => {
  throw new Error('stopped');
};

test('the promise’s own outcome comes through, and leaves no listener behind', async () => {
  const { signal } = new AbortController();
  expect(await raceAbort(Promise.resolve(7), signal, stopped)).toBe(7);
  await expect(raceAbort(Promise.reject(new Error('its own')), signal, stopped)).rejects.toThrow('its own');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(await raceAbort(Promise.resolve(8), undefined, stopped)).toBe(8);
});

test('an abort ends the wait with what the caller makes of it: a value or an error', async () => {
  const abort = new AbortController();
  const [value, error] = [raceAbort(never, abort.signal, () => 'early'), raceAbort(never, abort.signal, stopped)];
  abort.abort();
  expect(await value).toBe('early');
  await expect(error).rejects.toThrow('stopped');
});

test('a signal that was aborted before comes first, even before a promise that is settled', async () => {
  expect(await raceAbort(Promise.resolve(7), AbortSignal.abort(), () => 'aborted')).toBe('aborted');
  expect(await raceAbort(Promise.reject(new Error('unheard')), AbortSignal.abort(), () => 'aborted')).toBe(
    'aborted',
  );
  await expect(raceAbort(never, AbortSignal.abort(), stopped)).rejects.toThrow('stopped');
});
