import type { ConversationFormat } from '../../../contract/filing/conversationSchemas.ts';
import type { FileAccess } from '../../fileAccess.ts';
import { detectFormat, layoutOf, type DetectedFormat } from './detectFormat.ts';

/** Bytes of a file's beginning by which its format is told. */
const sniffBytes = 256 * 1024;

/**
 * What a file of so many bytes is, by its beginning: its format and layout, or the layout alone if the format is given. Null if it
 * is neither JSON of a known kind nor text. Rejects as {@link FileAccess.readStart}.
 */
export const formatOfFile = async (
  access: Pick<FileAccess, 'readStart'>,
  file: string,
  size: number,
  format: ConversationFormat | 'auto' = 'auto',
): Promise<DetectedFormat | null> => {
  const start = await access.readStart(file, Math.min(sniffBytes, size));
  return format === 'auto' ? detectFormat(start) : { format, layout: layoutOf(format, start) };
};
