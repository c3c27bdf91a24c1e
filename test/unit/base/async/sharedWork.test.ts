import { expect, test } from 'vitest';
import { SharedWork } from '../../../../extension/base/async/sharedWork.ts';

const left = (): never => {
  throw new Error('left');
};

/** Work that goes on until it is told to end. */
const openWork = () => {
  let end: (value: string) => void = () => undefined;
  let tell: (done: number, total: number) => void = () => undefined;
  const work = new SharedWork<string>(({ signal, onProgress }) => {
    tell = onProgress ?? tell;
    return new Promise((resolve, reject) => {
      end = resolve;
      signal?.addEventListener('abort', () => setImmediate(() => reject(new Error('stopped'))));
    });
  });
  return { work, end: (value: string) => end(value), tell: (done: number) => tell(done, 9) };
};

test('everyone who waits gets its outcome, and is told of its progress while they wait', async () => {
  const { work, end, tell } = openWork();
  const told: string[] = [];
  const listen = (name: string) => (done: number, total: number) => told.push(`${name} ${done}/${total}`);
  const abort = new AbortController();
  const first = work.join({ onProgress: listen('first'), signal: abort.signal }, left);
  const second = work.join({ onProgress: listen('second') }, left);
  tell(1);
  abort.abort();
  await expect(first).rejects.toThrow('left');
  tell(2);
  end('done');
  expect(await second).toBe('done');
  expect(told).toEqual(['first 1/9', 'second 1/9', 'second 2/9']);
});

test('it is aborted once the last of those who wait leaves, who then waits until it has stopped', async () => {
  const { work } = openWork();
  const aborts = [new AbortController(), new AbortController()];
  const waiting = aborts.map(({ signal }) => work.join({ signal }, left));
  aborts[0]?.abort();
  await expect(waiting[0]).rejects.toThrow('left');
  expect(work.isAborted).toBe(false);
  aborts[1]?.abort();
  await expect(waiting[1]).rejects.toThrow('stopped');
  expect(work.isAborted).toBe(true);
});

test('a failure is told to each of them', async () => {
  const work = new SharedWork<string>(() => Promise.reject(new Error('no room')));
  const waiting = [{}, { signal: new AbortController().signal }].map((options) => work.join(options, left));
  for (const one of waiting) await expect(one).rejects.toThrow('no room');
});
