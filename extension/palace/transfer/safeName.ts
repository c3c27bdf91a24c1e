import { createHash } from 'node:crypto';

/** Names that Windows reserves for devices, with or without an ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)(?:\.|$)/;

/**
 * A file or folder name that every system accepts. Equal texts give equal names and different texts different ones,
 * even where case or Unicode forms are ignored. A short plain name is used as it is. Any other name is reduced to plain
 * letters and gets `~` and a hash; no plain name contains `~`.
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
