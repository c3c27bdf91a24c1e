import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { LineTransport } from '../../../../extension/agent/mcp/lineTransport.ts';

const request = (id: number): object => ({ jsonrpc: '2.0', id, method: 'ping' });

/** A transport that has read these messages, after which its input has ended. */
const endedAfter = async (...messages: readonly object[]) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport(input, output);
  const state = { read: 0, isClosed: false };
  transport.onmessage = () => void (state.read += 1);
  transport.onclose = () => void (state.isClosed = true);
  await transport.start();
  input.end(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await once(input, 'close');
  expect(state.read).toBe(messages.length);
  return { transport, state, written: () => String(output.read() ?? '') };
};

it('calls that were read before the input ended are answered, and then it closes', async () => {
  const { transport, state, written } = await endedAfter(request(1), request(2));
  await transport.send({ jsonrpc: '2.0', id: 2, result: {} });
  expect(state.isClosed).toBe(false);
  await transport.send({ jsonrpc: '2.0', method: 'notifications/progress' });
  expect(state.isClosed).toBe(false);
  await transport.send({ jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } });
  expect(state.isClosed).toBe(true);
  expect(written().trimEnd().split('\n')).toHaveLength(3);
});

it('reads a last message that no line break ends', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport(input, output);
  const read: unknown[] = [];
  let isClosed = false;
  transport.onmessage = (message) => void read.push(message);
  transport.onclose = () => void (isClosed = true);
  await transport.start();
  input.end(JSON.stringify(request(1)));
  await once(input, 'close');
  expect(read).toEqual([request(1)]);
  expect(isClosed).toBe(false);
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  expect(isClosed).toBe(true);
});

it('an ended input closes at once where nothing waits for an answer, or only what was cancelled', async () => {
  expect((await endedAfter()).state.isClosed).toBe(true);
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  expect((await endedAfter(request(1), cancelled)).state.isClosed).toBe(true);
});

it('it closes where a question of its own can’t be answered any more', async () => {
  const asks = { jsonrpc: '2.0', id: 0, method: 'roots/list' } as const;
  const { transport, state } = await endedAfter(request(1));
  await transport.send(asks);
  expect(state.isClosed).toBe(true);

  const [input, output] = [new PassThrough(), new PassThrough()];
  const asking = new LineTransport(input, output);
  const closed = new Promise<void>((resolve) => (asking.onclose = resolve));
  await asking.start();
  input.write(`${JSON.stringify(request(1))}\n`);
  await asking.send(asks);
  input.end();
  await closed;
});

it('what was asked and answered is no reason to close', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport(input, output);
  let isClosed = false;
  transport.onclose = () => void (isClosed = true);
  await transport.start();
  await transport.send({ jsonrpc: '2.0', id: 0, method: 'roots/list' });
  input.end(`${JSON.stringify(request(0))}\n{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}\n`);
  await once(input, 'close');
  expect(isClosed).toBe(false);
  await transport.send({ jsonrpc: '2.0', id: 0, result: {} });
  expect(isClosed).toBe(true);
});
