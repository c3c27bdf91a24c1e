import { isRecord } from '../../../../base/isRecord.ts';
import { textAt } from './jsonValue.ts';

/**
 * The text of a message's content: a text, or a list of blocks, of which those of the type `text` are joined by a blank
 * line. Empty if there is none.
 */
export const textOfBlocks = (content: unknown): string => {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .flatMap((block: unknown) =>
      isRecord(block) && block['type'] === 'text' ? (textAt(block, 'text') ?? []) : [],
    )
    .join('\n\n');
};
