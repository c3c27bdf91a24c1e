import type { SecretFinding } from '../../store/queries/annotations.ts';
import { isCommonPassword, isMadeUp, isReference } from './placeholders.ts';

const credentials = /:\/\/([^\s:@/?#"'<>`]{0,128}):([^\s@/"'`<>]{3,256})@([^\s/"'`:@<>]{1,200})/g;

/** Passwords in URLs: `postgres://user:password@host/database`. */
export const urlPasswords = (text: string): SecretFinding[] => {
  return [...text.matchAll(credentials)].flatMap((match) => {
    const [, user = '', password = '', host = ''] = match;
    const start = match.index + 3 + user.length + 1;
    return isRealPassword(password, user) && !isDocumented(host)
      ? [{ rule: 'url-password', start, end: start + password.length }]
      : [];
  });
};

/** A host reserved for documentation (RFC 2606). */
const isDocumented = (host: string): boolean => /(?:^|\.)example\.(?:com|org|net)$/i.test(host);

const isRealPassword = (password: string, user: string): boolean => {
  if (password.length < 6 || password.toLowerCase() === user.toLowerCase()) return false;
  if (isCommonPassword(password) || isReference(password) || isMadeUp(password) || /[{}()$]/.test(password))
    return false;
  return !/^[a-z_-]+$|^[A-Z_-]+$/.test(password);
};
