import type { Readable } from 'node:stream';
import { parseJson } from '../../base/text/parseJson.ts';

interface HookInputLimits {
  /** Milliseconds after which the input so far counts as complete. */
  readonly patience: number;
  /** Milliseconds of silence after which a complete JSON document is accepted, even if the stream is still open. */
  readonly pause: number;
  /** Maximum bytes; longer input counts as empty. */
  readonly bytes: number;
}

const hookInputLimits: HookInputLimits = { patience: 1_000, pause: 60, bytes: 8 * 1024 * 1024 };

/**
 * Reads everything that an agent writes to a hook. Never rejects and never waits long, even if nobody closes the stream or its
 * data never ends. Empty if the stream is a terminal, fails or exceeds the limit.
 */
export const readHookInput = (
  stream: Readable & { readonly isTTY?: boolean },
  limits: HookInputLimits = hookInputLimits,
): Promise<string> => {
  if (stream.isTTY === true) return Promise.resolve('');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let pause: NodeJS.Timeout | undefined;
    const text = (): string =>
      Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\ufeff/, '');
    const finish = (result: string): void => {
      clearTimeout(pause);
      clearTimeout(patience);
      stream.removeListener('data', take);
      stream.pause();
      resolve(result);
    };
    const take = (chunk: Buffer | string): void => {
      chunks.push(Buffer.from(chunk));
      bytes += chunk.length;
      if (bytes > limits.bytes) return finish('');
      clearTimeout(pause);
      pause = setTimeout(() => {
        if (isWhole(text())) finish(text());
      }, limits.pause);
    };
    const patience = setTimeout(() => finish(text()), limits.patience);
    stream.on('data', take);
    stream.once('end', () => finish(text()));
    stream.on('error', () => finish(''));
  });
};

const isWhole = (text: string): boolean => parseJson(text) !== undefined;
