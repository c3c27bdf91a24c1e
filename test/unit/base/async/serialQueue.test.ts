import { expect, test } from 'vitest';
import { SerialQueue } from '../../../../extension/base/async/serialQueue.ts';

test('work runs in the order in which it was given, one piece at a time', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  const piece = (name: string, turns: number) => async () => {
    log.push(`${name} begins`);
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    log.push(`${name} ends`);
    return name;
  };
  const answers = await Promise.all([queue.run(piece('long', 9)), queue.run(piece('short', 0))]);
  expect(answers).toEqual(['long', 'short']);
  expect(log).toEqual(['long begins', 'long ends', 'short begins', 'short ends']);
});

test('a failure is told to its own caller, and the next piece runs all the same', async () => {
  const queue = new SerialQueue();
  const failed = queue.run(() => Promise.reject(new Error('no room')));
  const next = queue.run(() => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('no room');
  expect(await next).toBe('done');
});

test('it has settled once everything given so far has ended, whatever became of it', async () => {
  const queue = new SerialQueue();
  await queue.settled();
  let ended = false;
  const failed = queue.run(async () => {
    await Promise.resolve();
    ended = true;
    throw new Error('late');
  });
  const settled = queue.settled();
  expect(ended).toBe(false);
  await settled;
  expect(ended).toBe(true);
  await expect(failed).rejects.toThrow('late');
});
