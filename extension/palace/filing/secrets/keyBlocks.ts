import type { SecretFinding } from '../../store/queries/annotations.ts';
import { isMadeUp } from './placeholders.ts';
import { looksRandom } from './randomness.ts';

const dashes = '-----';
const begin = /-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
const end = /-----END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/y;
/**
 * Lines of encoded bytes, behind the fields of an encrypted key. Inside a string, the line break may be written as \n; in a comment
 * or a quotation, each line has a mark in front.
 */
const encoded =
  /(?:(?:Proc-Type|DEK-Info|Version|Comment): [^\r\n\\]{0,200}|[A-Za-z0-9+/=\s]|\\{1,3}[nr]|\\(?=\r?\n)|(?<=[\r\n][ \t]{0,40})[#>*;|]{1,4}|["'`]\s*[+,.]?\s{0,80}["'`])*/y;
const material = /[A-Za-z0-9+/=]{40}/;
/** What separates the lines of encoded bytes. */
const betweenLines = /\\{1,3}[nr]|[\s"'`,#>*;|\\]/g;
/** Characters of a block that are looked at to tell whether it holds a key. */
const looked = 600;

/** Private keys in PEM or PGP armour, complete or truncated. A header alone does not count. */
export const keyBlocks = (text: string): SecretFinding[] => {
  const found: SecretFinding[] = [];
  for (let at = text.indexOf(`${dashes}BEGIN `); at >= 0; at = text.indexOf(`${dashes}BEGIN `, at)) {
    begin.lastIndex = at;
    const header = begin.exec(text)?.[0];
    if (header === undefined) {
      at += dashes.length;
      continue;
    }
    const from = at + header.length;
    const stop = blockEnd(text, from);
    if (holdsKey(text, from, stop)) found.push({ rule: 'private-key', start: at, end: stop });
    at = stop;
  }
  return found;
};

/** A block without its last line needs a long line: what follows a header may be anything. */
const holdsKey = (text: string, from: number, stop: number): boolean => {
  const shown = text.slice(from, Math.min(stop, from + looked));
  if (material.test(shown)) return true;
  const footer = shown.indexOf(dashes);
  const bytes = shown.slice(0, Math.max(0, footer)).replace(betweenLines, '');
  return /^[A-Za-z0-9+/=]{16,}$/.test(bytes) && looksRandom(bytes) && !isMadeUp(bytes);
};

/** End of the block whose header ends at `from`: after its last line, or after its bytes if that line is missing. */
const blockEnd = (text: string, from: number): number => {
  const next = text.indexOf(dashes, from);
  if (next >= 0) {
    end.lastIndex = next;
    const footer = end.exec(text)?.[0];
    if (footer !== undefined) return next + footer.length;
  }
  encoded.lastIndex = from;
  const length = encoded.exec(text)?.[0].trimEnd().length ?? 0;
  return from + length;
};

const puttyKey = /Private-Lines: [0-9]{1,4}\r?\n(?:[A-Za-z0-9+/=]{1,80}\r?\n){1,400}/g;
const gpgSecret = /\(private-key[\s(]{1,8}[a-z]{2,8}/g;

/** Keys of PuTTY and of GnuPG's key store. */
export const otherKeys = (text: string): SecretFinding[] =>
  [...text.matchAll(puttyKey), ...text.matchAll(gpgSecret)].map((match) => ({
    rule: 'private-key',
    start: match.index,
    end: match.index + match[0].length,
  }));
