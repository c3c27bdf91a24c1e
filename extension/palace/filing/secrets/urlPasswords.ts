import type { SecretFinding } from '../../store/queries/annotations.ts';
import { isCommonPassword, isMadeUp, isReference } from './placeholders.ts';

const credentials = /:\/\/([^\s:@/?#"'<>`]{0,128}):([^\s@/"'`<>]{3,256})@([^\s/"'`:@<>]{1,200})/g;

const longestScheme = 20;

/** Passwords in URLs: `postgres://user:password@host/database`. */
export const urlPasswords = (text: string): SecretFinding[] => {
  return [...text.matchAll(credentials)].flatMap((match) => {
    const [, user = '', password = '', host = ''] = match;
    const start = match.index + 3 + user.length + 1;
    return isRealPassword(password, user, schemeBefore(text, match.index)) && !isDocumented(host)
      ? [{ rule: 'url-password', start, end: start + password.length }]
      : [];
  });
};

const schemeBefore = (text: string, at: number): string =>
  /[a-z+]*$/.exec(text.slice(Math.max(0, at - longestScheme), at))?.[0] ?? '';

/** A host reserved for documentation (RFC 2606). */
const isDocumented = (host: string): boolean => /(?:^|\.)example\.(?:com|org|net)$/i.test(host);

/** Services whose addresses hold passwords more often than examples of them. */
const service =
  /^(?:postgres(?:ql)?|mysql|mariadb|mongodb|mongodb\+srv|rediss?|amqps?|mssql|sqlserver|clickhouse|ldaps?|smtps?|s?ftps?)$/;

/** A long word in small letters that names nothing that stands in such an address. */
const isPassphrase = (password: string, user: string): boolean =>
  /^[a-z]{10,}$/.test(password) &&
  (user === '' || !password.includes(user.toLowerCase())) &&
  !/pass|pwd|user|login|token|key|name|database|server|local|host|demo|some|strong|super/.test(password);

const isRealPassword = (password: string, user: string, scheme: string): boolean => {
  if (password.length < 6 || password.toLowerCase() === user.toLowerCase()) return false;
  if (isCommonPassword(password) || isReference(password) || isMadeUp(password) || /[{}()$]/.test(password))
    return false;
  return !/^[a-z_-]+$|^[A-Z_-]+$/.test(password) || (service.test(scheme) && isPassphrase(password, user));
};
