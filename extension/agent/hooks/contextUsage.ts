import { open } from 'node:fs/promises';
import * as z from 'zod';

/** Bytes of a transcript's end that are looked at. */
const tailBytes = 512 * 1024;
/** Tokens that a session's context holds unless it holds more already. */
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

/** How full a context with so many tokens is; its size is taken for the least usual one that holds them. */
export const usageOf = (used: number): ContextUsage => ({
  used,
  max: used > usualContext ? Math.max(used, largeContext) : usualContext,
});

/** Tokens of the context at the agent's last own answer, as its transcript notes them; null where it does not. */
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

/** Empty where the file can't be read. */
const tail = async (file: string): Promise<string> => {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return '';
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) return '';
    const length = Math.min(stat.size, tailBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, stat.size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
};
