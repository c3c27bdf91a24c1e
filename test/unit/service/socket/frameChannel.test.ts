import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  FrameChannel,
  strangerLimits,
  type ChannelLimits,
} from '../../../../extension/service/socket/frameChannel.ts';
import { socketPair } from '../../../fixtures/socketPair.ts';

const limits: ChannelLimits = { frame: 1000, queue: 4 * 1024 * 1024, stuck: 60_000 };
const framed = (body: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(Buffer.byteLength(body));
  return Buffer.concat([length, Buffer.from(body)]);
};
const ended = (channel: FrameChannel): Promise<string> =>
  new Promise((resolve) => channel.onEnd(({ message }) => resolve(message)));

describe('a channel', () => {
  it('gives whole messages in order, however their bytes arrive', async () => {
    const [raw, socket] = await socketPair();
    const channel = new FrameChannel(socket, limits);
    const messages: unknown[] = [];
    channel.listen((message) => messages.push(message));
    const bytes = Buffer.concat(['{"a":1}', '"港"', '[2,3]', 'null'].map(framed));
    for (const byte of bytes) {
      raw.write(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    raw.write(bytes);
    await expect.poll(() => messages.length).toBe(8);
    expect(messages).toEqual([{ a: 1 }, '港', [2, 3], null, { a: 1 }, '港', [2, 3], null]);
  });

  it('carries messages of any size that is allowed, in both directions', async () => {
    const [a, b] = await socketPair();
    const [one, other] = [
      new FrameChannel(a, { ...limits, frame: 40_000_000 }),
      new FrameChannel(b, { ...limits, frame: 40_000_000 }),
    ];
    const large = { text: 'x'.repeat(30_000_000) };
    const arrived = other.next();
    one.send(large);
    expect(await arrived).toEqual(large);
    other.send('thanks');
    expect(await one.next()).toBe('thanks');
  });

  it.each([
    ['a length that is not allowed', Buffer.from([0, 0, 4, 0]), /1024 bytes/],
    ['what speaks another protocol', Buffer.from('GET / HTTP/1.1\r\nHost: palace\r\n\r\n'), /are allowed/],
    ['what is no JSON', framed('{"half":'), /not a message/],
    ['nothing for a message', framed(''), /not a message/],
  ])('ends on %s', async (_, bytes, reason) => {
    const [raw, socket] = await socketPair();
    const channel = new FrameChannel(socket, limits);
    raw.write(bytes);
    expect(await ended(channel)).toMatch(reason);
  });

  it('ends when more comes than anybody asked for', async () => {
    const [raw, socket] = await socketPair();
    const channel = new FrameChannel(socket, strangerLimits);
    for (let n = 0; n < 50; n++) raw.write(framed('1'));
    expect(await ended(channel)).toMatch(/more messages came/);
  });

  it('cuts off a peer that reads nothing, and queues no more than the limit for it', async () => {
    const [raw, socket] = await socketPair();
    raw.pause();
    const channel = new FrameChannel(socket, limits);
    const end = ended(channel);
    let held = 0;
    for (let n = 0; n < 200 && socket.writable; n++) {
      channel.send('x'.repeat(100_000));
      held = Math.max(held, socket.writableLength);
    }
    expect(await end).toMatch(/too slowly/);
    expect(held).toBeLessThan(limits.queue + 300_000);
    const [still, slow] = await socketPair();
    still.pause();
    const patient = new FrameChannel(slow, { ...limits, stuck: 50 });
    patient.send('x'.repeat(3_000_000));
    expect(await ended(patient)).toMatch(/stopped reading/);
  });

  it('is not cut off for being silent', async () => {
    const [a, b] = await socketPair();
    const [one, other] = [new FrameChannel(a, limits), new FrameChannel(b, limits)];
    for (const socket of [a, b]) socket.emit('timeout');
    one.send('still here');
    expect(await other.next()).toBe('still here');
  });

  it('tells who waits that the other side is gone', async () => {
    const [raw, socket] = await socketPair();
    const channel = new FrameChannel(socket, limits);
    const waiting = channel.next();
    raw.destroy();
    await expect(waiting).rejects.toMatchObject({ code: 'E_OWNER_GONE' });
    await expect(channel.next()).rejects.toMatchObject({ code: 'E_OWNER_GONE' });
  });

  it('needs no time limit to finish on a socket that is gone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [, socket] = await socketPair();
    const channel = new FrameChannel(socket, limits);
    socket.destroy();
    await channel.finish();
    expect(await ended(channel)).toMatch(/closed/);
  });
});
