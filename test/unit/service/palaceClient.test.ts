import { setImmediate as nextTurn } from 'node:timers/promises';
import { PassThrough } from 'node:stream';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { expect, it, onTestFinished, vi } from 'vitest';
import { minuteMs } from '../../../extension/base/time.ts';
import { palaceClient } from '../../../extension/service/palaceClient.ts';
import { callRequest, notify, progressNotification } from '../../../extension/service/wire/rpcMessages.ts';

/** `expect.poll` would move the clock on. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await nextTurn();
};

it('a call has a minute from the last that was heard of it, so that a plan of a large palace is made', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const [there, back] = [new PassThrough(), new PassThrough()];
  const connected = (input: PassThrough, output: PassThrough) =>
    createMessageConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  const owner = connected(there, back);
  let isAsked = false;
  owner.onRequest(callRequest, () => {
    isAsked = true;
    return new Promise(() => undefined);
  });
  owner.listen();
  const call = palaceClient(
    connected(back, there),
    () => undefined,
    () => 'it ended',
  );
  const heard: number[] = [];
  let ended: unknown;
  const made = call('makePlan', {}, { onProgress: ({ done }) => heard.push(done) }).catch(
    (thrown: unknown) => (ended = thrown),
  );
  await until(() => isAsked);
  for (const done of [1, 2, 3]) {
    vi.advanceTimersByTime(minuteMs - 1);
    notify(owner, progressNotification, {
      call: 1,
      progress: { stage: 'matching', done, total: 9, message: 'notes', per_second: null },
    });
    await until(() => heard.at(-1) === done || ended !== undefined);
    expect(ended).toBeUndefined();
  }
  vi.advanceTimersByTime(minuteMs);
  await made;
  expect(ended).toMatchObject({ code: 'E_TIMEOUT' });
});
