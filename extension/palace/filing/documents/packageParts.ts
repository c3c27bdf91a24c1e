import path from 'node:path';
import { readXml } from './xmlEvents.ts';
import { entryBytes, type ZipArchive } from './zipArchive.ts';

/**
 * The part of an archive that a reference in another part points to. Both with `/`; anything after `#` is dropped.
 */
export const resolvedIn = (from: string, reference: string): string => {
  const plain = reference.replace(/[#?].*$/s, '');
  const named = decoded(plain);
  return named.startsWith('/')
    ? path.posix.normalize(named.slice(1))
    : path.posix.join(path.posix.dirname(from), named);
};

const decoded = (reference: string): string => {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
};

/**
 * The target of the first relationship of an Office Open XML package whose type has this ending; null if there is
 * none.
 */
export const packageTarget = async (zip: ZipArchive, file: string, type: string): Promise<string | null> => {
  let found: string | null = null;
  readXml(await entryBytes(zip, file), {
    open(name, { Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith(type)) found ??= resolvedIn('', Target);
    },
  });
  return found;
};
