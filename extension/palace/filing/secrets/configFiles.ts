import type { SecretFinding } from '../../store/queries/annotations.ts';
import { isUserAndPassword } from './headers.ts';
import { kubernetesValues, namesKubernetesSecret } from './kubernetesSecrets.ts';
import { isCommonPassword, isMadeUp, isReference } from './placeholders.ts';

const finding = (rule: string, match: RegExpMatchArray, value: string): SecretFinding => {
  const start = (match.index ?? 0) + match[0].lastIndexOf(value);
  return { rule, start, end: start + value.length };
};
const isOwn = (value: string): boolean =>
  value.length >= 4 && !isReference(value) && !isCommonPassword(value) && !isMadeUp(value);

const netrc =
  /(?<!\w)machine[ \t]{1,20}\S{1,200}\s{1,40}login\s{1,20}\S{1,200}\s{1,40}password\s{1,20}(\S{4,200})/g;
const pgpass = /^(?:[^:\s#\\]|\\.){1,200}:(?:[0-9]{1,5}|\*):[^:\s]{1,100}:[^:\s]{1,100}:(\S{4,200})$/gm;
const npmAuth = /(?:^|[:\s])_(?:auth|authToken|password)[ \t]{0,4}=[ \t]{0,4}["']?([\w+/=.-]{8,600})/gm;
const dockerAuth = /"(?:auth|identitytoken|registrytoken)"\s{0,8}:\s{0,8}"([\w+/=.-]{8,4000})"/g;

/**
 * Credentials in formats of their own: .netrc, .pgpass, .npmrc, Docker's config.json, Kubernetes secrets.
 */
export const configSecrets = (text: string, path: string): SecretFinding[] => {
  const found: SecretFinding[] = [];
  const take = (rule: string, form: RegExp, isReal: (value: string) => boolean): void => {
    for (const match of text.matchAll(form)) {
      const value = match[1] ?? '';
      if (isReal(value)) found.push(finding(rule, match, value));
    }
  };
  if (text.includes('machine') && text.includes('login')) take('netrc-password', netrc, isOwn);
  if (/(?:^|\/)\.?pgpass(?:\.conf)?$/.test(path)) take('pgpass-password', pgpass, isOwn);
  if (text.includes('_auth') || text.includes('_password')) take('npm-credentials', npmAuth, isOwn);
  if (text.includes('"auth"')) take('docker-credentials', dockerAuth, isUserAndPassword);
  if (namesKubernetesSecret(text))
    for (const { value, start } of kubernetesValues(text))
      if (isOwn(value) && isOwn(Buffer.from(value, 'base64').toString('latin1')))
        found.push({ rule: 'kubernetes-secret', start, end: start + value.length });
  return found;
};
