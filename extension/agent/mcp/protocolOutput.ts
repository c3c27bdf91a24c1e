import { Writable } from 'node:stream';

/**
 * Characters of answers that may wait to be read. A program may write all its calls before it reads the first answer; stopping it
 * early, at the 16 kB that are usual, would leave both waiting for each other.
 */
const mostUnread = 16 * 1024 * 1024;

/**
 * Reserves standard output for the protocol. From now on, anything else that this process or its workers print there goes to
 * standard error. `onGone` is called when nobody reads any more.
 */
export const protocolOutput = (process: NodeJS.Process, onGone: () => void): Writable => {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  process.stdout.on('error', onGone);
  process.stderr.on('error', () => undefined);
  return new Writable({
    decodeStrings: false,
    highWaterMark: mostUnread,
    write: (chunk: string | Uint8Array, _, done) => void write(chunk, (error) => done(error ?? null)),
  });
};
