import { errorText, type ErrorText } from '../errors/errorText.ts';
import { PalaceError } from '../errors/palaceError.ts';

/** Maximum length of a tag, in characters. */
const longest = 64;

/** Prefix of the tags that commit indexing sets (`sha:<40 hex>`). Nobody sets or removes these by hand. */
export const commitTagPrefix = 'sha:';

const commitTag = new RegExp(`^${commitTagPrefix}([0-9a-f]{12,64})$`);

/** The commit's hash in such a tag; undefined for any other tag. */
export const commitHashOf = (tag: string): string | undefined => commitTag.exec(tag)?.[1];

/** Tags that are equal when folded are the same tag: letter case is ignored. */
export const foldTag = (tag: string): string => tag.normalize('NFC').toLowerCase();

/**
 * A tag as it is stored: trimmed, in Unicode's composed form, with its letter case unchanged.
 * Throws E_TAG unless it has 1 to 64 characters without control characters and does not begin with `sha:`.
 */
export const tagOf = (given: string): string => {
  const tag = given.trim().normalize('NFC');
  const shown = given.replace(/\p{Cc}/gu, '?').slice(0, longest);
  const refuse = (why: ErrorText): PalaceError => new PalaceError('E_TAG', why);
  if (tag === '') throw refuse(errorText`“${shown}” is not a tag: it is empty.`);
  if (tag.length > longest)
    throw refuse(errorText`“${shown}” is not a tag: it has ${tag.length} characters, ${longest} are allowed.`);
  if (/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(tag))
    throw refuse(errorText`“${shown}” is not a tag: it contains a control character or a line break.`);
  if (foldTag(tag).startsWith(commitTagPrefix))
    throw refuse(errorText`“${shown}” is not a tag: ${commitTagPrefix} is reserved for commits.`);
  return tag;
};

/** Tags as they are stored, each once, in the given order; of several spellings, the first. Throws E_TAG. */
export const tagsOf = (given: readonly string[]): string[] => {
  const tags = new Map<string, string>();
  for (const tag of given.map(tagOf)) if (!tags.has(foldTag(tag))) tags.set(foldTag(tag), tag);
  return [...tags.values()];
};
