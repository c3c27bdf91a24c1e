import type { Readable } from 'node:stream';

export interface HookInputLimits {
  /** Milliseconds after which what has come is taken for all. */
  readonly patience: number;
  /** Milliseconds without more, after which a whole document is taken for all, be the stream closed or not. */
  readonly pause: number;
  /** Bytes; what is longer counts as nothing. */
  readonly bytes: number;
}

export const hookInputLimits: HookInputLimits = { patience: 1_000, pause: 60, bytes: 8 * 1024 * 1024 };

/**
 * All that an agent writes to a hook. Never rejects, and never waits for long: neither a stream that nobody closes nor one
 * that never ends holds it up. Empty where the stream is a terminal, fails or exceeds the limit.
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

const isWhole = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};
