import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
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

it('two calls with one ID are both answered before an ended input closes', async () => {
  const { transport, state, written } = await endedAfter(request(1), request(1));
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  expect(state.isClosed).toBe(false);
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  expect(state.isClosed).toBe(true);
  expect(written().trimEnd().split('\n')).toHaveLength(2);
});

it('reads no more calls than were answered while nobody reads the answers, and the others once somebody does', async () => {
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 100 })];
  const transport = new LineTransport(input, output);
  let read = 0;
  transport.onmessage = (message) => {
    read += 1;
    if ('id' in message) void transport.send({ jsonrpc: '2.0', id: message.id ?? 0, result: {} });
  };
  await transport.start();
  const calls = 300;
  const line = (id: number): string => `${JSON.stringify(request(id))}\n`;
  for (let id = 0; id < calls; id++) input.write(line(id));
  input.end();
  for (let turn = 0; turn < calls; turn++) await new Promise(setImmediate);
  const unread = read;
  expect(unread).toBeGreaterThan(0);
  expect(unread).toBeLessThan(20);
  const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
  let answers = '';
  output.on('data', (chunk) => (answers += String(chunk)));
  await closed;
  expect(read).toBe(calls);
  expect(
    answers
      .trimEnd()
      .split('\n')
      .map((answer) => (JSON.parse(answer) as { id: number }).id),
  ).toEqual(Array.from({ length: calls }, (_, id) => id));
});

it('closes while nobody reads, and reads nothing after that', async () => {
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 10 })];
  const transport = new LineTransport(input, output);
  let read = 0;
  transport.onmessage = () => void (read += 1);
  await transport.start();
  void transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  expect(input.isPaused()).toBe(true);
  await transport.close();
  output.resume();
  await once(output, 'drain');
  input.write(`${JSON.stringify(request(1))}\n`);
  await new Promise(setImmediate);
  expect([read, input.isPaused()]).toEqual([0, true]);
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

it('reads a message behind a byte order mark, and without members that JSON-RPC does not have', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new LineTransport(input, output);
  const read: unknown[] = [];
  transport.onmessage = (message) => void read.push(message);
  await transport.start();
  const called = {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'context_status', arguments: {} },
  };
  const answer = { jsonrpc: '2.0', id: 'roots', result: { roots: [], more: 1 } };
  const lines = [request(1), called, answer].map((message) => JSON.stringify({ foo: 1, ...message, sent_at: 5 }));
  input.end(`\uFEFF${lines.join('\n')}`);
  await once(input, 'close');
  expect(read).toEqual([request(1), called, answer]);
  expect(output.read()).toBeNull();
});

it('an ended input closes at once where nothing waits for an answer, or only what was cancelled', async () => {
  expect((await endedAfter()).state.isClosed).toBe(true);
  const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  expect((await endedAfter(request(1), cancelled)).state.isClosed).toBe(true);
});

it('a question of its own that nobody can answer any more is failed, and the call that waits for it is answered', async () => {
  const asks = { jsonrpc: '2.0', id: 0, method: 'roots/list' } as const;
  const failed = { jsonrpc: '2.0', id: 0, error: { code: -32000, message: 'The input has ended.' } };
  for (const isAskedLate of [false, true]) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const transport = new LineTransport(input, output);
    const read: unknown[] = [];
    let isClosed = false;
    transport.onmessage = (message) => void read.push(message);
    transport.onclose = () => void (isClosed = true);
    await transport.start();
    if (!isAskedLate) await transport.send(asks);
    input.end(JSON.stringify(request(1)));
    await once(input, 'close');
    if (isAskedLate) await transport.send(asks);
    expect(read).toEqual([request(1), failed]);
    expect(isClosed).toBe(false);
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect(isClosed).toBe(true);
  }
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

describe('a message of a wrong form', () => {
  const sent = async (line: object) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const transport = new LineTransport(input, output);
    const [read, said]: [unknown[], string[]] = [[], []];
    transport.onmessage = (message) => void read.push(message);
    transport.onerror = ({ message }) => void said.push(message);
    await transport.start();
    input.write(`${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`);
    await new Promise(setImmediate);
    const answer = String(output.read() ?? '');
    return { read, said, answer: answer === '' ? null : (JSON.parse(answer) as unknown) };
  };

  it('is refused with the parameter that is wrong, in a sentence', async () => {
    for (const [line, message] of [
      [
        { id: 1, method: 'initialize', params: { capabilities: {}, clientInfo: { name: 'a', version: '1' } } },
        'initialize: `params.protocolVersion`: Invalid input: expected string, received undefined.',
      ],
      [
        { id: 1, method: 'initialize' },
        'initialize: `params`: Invalid input: expected object, received undefined.',
      ],
      [
        { id: 1, method: 'tools/list', params: { cursor: 7 } },
        'tools/list: `params.cursor`: Invalid input: expected string, received number.',
      ],
      [
        { id: 1, method: 'tools/call', params: { name: 'mempalace_status', _meta: { progressToken: {} } } },
        'tools/call: `params._meta.progressToken`: Invalid input.',
      ],
      [{ id: 1, method: 'ping', params: 'x' }, 'ping: `params`: Invalid input: expected object, received string.'],
      [
        { id: 1, method: 'ping', params: { _meta: 7 } },
        'ping: `params._meta`: Invalid input: expected object, received number.',
      ],
    ] as const)
      expect(await sent(line)).toMatchObject({
        read: [],
        said: [message],
        answer: { id: 1, error: { code: -32602, message, data: { code: 'E_MESSAGE' } } },
      });
  });

  it('is taken where null only stands for nothing', async () => {
    for (const [line, taken] of [
      [
        { method: 'tools/list', params: { cursor: null } },
        { method: 'tools/list', params: {} },
      ],
      [{ method: 'tools/list', params: null }, { method: 'tools/list' }],
      [
        { method: 'tools/call', params: { name: 'mempalace_status', _meta: null, arguments: null } },
        { method: 'tools/call', params: { name: 'mempalace_status' } },
      ],
    ] as const)
      expect(await sent({ id: 1, ...line })).toEqual({
        read: [{ jsonrpc: '2.0', id: 1, ...taken }],
        said: [],
        answer: null,
      });
  });

  it('gets no answer if it is a notification, and is reported in one line', async () => {
    expect(await sent({ method: 'notifications/cancelled', params: { requestId: {} } })).toEqual({
      read: [],
      said: ['notifications/cancelled: `params.requestId`: Invalid input.'],
      answer: null,
    });
    expect(await sent({ method: 'notifications/cancelled' })).toMatchObject({ read: [], answer: null });
  });
});
