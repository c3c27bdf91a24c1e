import * as z from 'zod';
import { openGuarded } from '../../base/files/guardedFile.ts';

/** Bytes read from the end of a transcript. */
const tailBytes = 512 * 1024;
/** Size of a usual context in tokens. A session that already uses more has a larger one. */
const usualContext = 200_000;
const largeContext = 1_000_000;

const tokens = z.number().min(0).nullish();
const recordSchema = z.object({
  type: z.literal('assistant'),
  isSidechain: z.boolean().nullish(),
  message: z.object({
    usage: z.object({
      input_tokens: z.number().min(0),
      cache_read_input_tokens: tokens,
      cache_creation_input_tokens: tokens,
      output_tokens: tokens,
    }),
  }),
});

export interface ContextUsage {
  /** Tokens. */
  readonly used: number;
  readonly max: number;
}

/** The usage of a context with `used` tokens. If its size is not known, it is taken as the smallest usual one that holds them. */
export const usageOf = (used: number, size?: number): ContextUsage => ({
  used,
  max: size ?? (used > usualContext ? Math.max(used, largeContext) : usualContext),
});

/** Context usage at the main agent's last answer, as its transcript records it; null if it records none. */
export const transcriptUsage = async (transcript: string): Promise<ContextUsage | null> => {
  const lines = (await tail(transcript)).split('\n').reverse();
  for (const line of lines) {
    const record = parsed(line);
    if (record === undefined || record.isSidechain === true) continue;
    const {
      input_tokens: input,
      cache_read_input_tokens: read,
      cache_creation_input_tokens: created,
      output_tokens: output,
    } = record.message.usage;
    return usageOf(input + (read ?? 0) + (created ?? 0) + (output ?? 0));
  }
  return null;
};

const parsed = (line: string): z.infer<typeof recordSchema> | undefined => {
  if (!line.includes('"usage"')) return undefined;
  try {
    return recordSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};

/** The end of a file, or an empty text if it can't be read. */
const tail = async (file: string): Promise<string> => {
  const handle = await openGuarded(file, { mostBytes: Infinity }).catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const stat = await handle.stat();
    const length = Math.min(stat.size, tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, stat.size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
};
