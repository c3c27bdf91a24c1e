import { createHash } from 'node:crypto';

/** Names that Windows keeps for devices, with or without an ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)(?:\.|$)/;

/**
 * A name for a file or folder that every system takes, the same for the same text and different for different ones, even
 * where case or Unicode forms do not count. A plain short name stands for itself; any other is cut to plain letters and
 * gets a hash, which no plain name has, since `~` is not plain.
 */
export const safeName = (text: string, longest: number): string => {
  if (
    text.length <= longest &&
    /^[a-z0-9_][a-z0-9_.-]*$/.test(text) &&
    !text.endsWith('.') &&
    !reserved.test(text)
  )
    return text;
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '_')
    .slice(0, longest - 17)
    .replace(/^[-_]+|[-_]+$/g, '');
  return `${plain}~${createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16)}`;
};
