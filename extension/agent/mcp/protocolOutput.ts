import { Writable } from 'node:stream';

/**
 * Standard output for the protocol alone: what anything else in this process or in its workers prints there goes to standard
 * error from now on. `onGone` hears that nobody reads any more.
 */
export const protocolOutput = (process: NodeJS.Process, onGone: () => void): Writable => {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  process.stdout.on('error', onGone);
  process.stderr.on('error', () => undefined);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _, done) => void write(chunk, (error) => done(error ?? null)),
  });
};
