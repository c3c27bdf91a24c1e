import { createHash } from 'node:crypto';
import { maskedText } from '../../model/text/maskedText.ts';
import type { SecretFinding } from '../../store/queries/annotations.ts';
import { findSecrets, joinedFindings } from './findSecrets.ts';

/**
 * A name, tag, title, path or property with each secret in it replaced. Names are shown, exported and logged
 * everywhere. So, unlike texts, which stay verbatim, they are screened before use.
 */
export const nameWithoutSecrets = (name: string): string => {
  const found = joinedFindings([...findSecrets(name), ...secretsAfterSeparators(name)]);
  return found.length === 0 ? name : maskedText({ text: name, sensitive: true, secret_spans: found });
};

/** The end of every drawer's ID, which is not a secret. */
const ownKey = /_[0-9a-f]{16}$/;
/** Shorter runs of letters and digits can't be tokens. */
const longRun = /[A-Za-z0-9]{14}/;

/** Whether a name that this program made is worth searching: it has a run as long as a token. */
export const mayHoldSecret = (name: string): boolean => longRun.test(name.replace(ownKey, ''));

/** Characters. A longer name is a text, and is searched as one. */
const longestName = 1000;

/** Names are often made of words joined by dashes, where a token in the middle may be taken for a part of a word. */
const secretsAfterSeparators = (name: string): SecretFinding[] => {
  if (name.length > longestName || !mayHoldSecret(name)) return [];
  return [...name.matchAll(/[-_. ]+(?=[A-Za-z])/g)].flatMap(({ index, 0: { length } }) => {
    const from = index + length;
    return findSecrets(name.slice(from)).map(({ rule, start, end }) => ({
      rule,
      start: start + from,
      end: end + from,
    }));
  });
};

/** An ID without the secrets in it: `_` and a hash in their place, so that different IDs stay different. */
export const idWithoutSecrets = (id: string): string => {
  const safe = nameWithoutSecrets(id);
  if (safe === id) return id;
  const hash = createHash('sha256').update(id, 'utf8').digest('hex').slice(0, 16);
  return `${safe.replace(/[^A-Za-z0-9_.-]+/g, '_')}_${hash}`;
};

/** The same for names in a list. */
export const namesWithoutSecrets = (names: readonly string[]): string[] => names.map(nameWithoutSecrets);

/** The same for the values of properties. */
export const propertiesWithoutSecrets = (
  properties: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, nameWithoutSecrets(value)]));
