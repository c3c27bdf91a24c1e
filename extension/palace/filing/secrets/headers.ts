import type { SecretFinding } from '../../store/queries/annotations.ts';
import { isCommonPassword, isMadeUp, isReference } from './placeholders.ts';
import { looksRandom } from './randomness.ts';

const scheme = /(?<![\w-])(bearer|basic)[ \t]{1,4}([A-Za-z0-9._~+/=-]{12,4000})/gi;

/** Credentials of an HTTP `Authorization` header, wherever it appears. */
export const authorizationHeaders = (text: string): SecretFinding[] => {
  return [...text.matchAll(scheme)].flatMap((match) => {
    const [whole, name = '', value = ''] = match;
    const start = match.index + whole.length - value.length;
    if (name.toLowerCase() === 'basic')
      return isUserAndPassword(value) ? [{ rule: 'basic-credentials', start, end: start + value.length }] : [];
    // JSON web tokens have a rule of their own, which knows the documented samples.
    const isToken = !value.startsWith('eyJ') && value.length >= 20 && !isMadeUp(value) && looksRandom(value);
    return isToken ? [{ rule: 'bearer-token', start, end: start + value.length }] : [];
  });
};

/** Whether Base64 decodes to `user:password` in printable characters, with a password that is not an example. */
export const isUserAndPassword = (encoded: string): boolean => {
  if (!/^[A-Za-z0-9+/_-]{8,1000}={0,2}$/.test(encoded)) return false;
  const decoded = Buffer.from(encoded, 'base64').toString('latin1');
  const [, password] = /^[\x21-\x7e]{0,200}?:([\x20-\x7e]{4,400})$/.exec(decoded) ?? [];
  return password !== undefined && !isCommonPassword(password) && !isReference(password) && !isMadeUp(password);
};
