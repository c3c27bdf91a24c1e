import { isWords } from './randomness.ts';

/** Words that mark a value as a placeholder, not a real secret. */
const madeUp =
  /example|sample|dummy|placeholder|change.?me|change.?this|replace|redacted|removed|masked|hidden|your[-_ ]|^your|^my[-_]|insert|paste|fixme|not.?a.?real|fake|mock|xxxx|\*\*\*\*|\.\.\.|…|••|test[-_]|[-_]test|^test|lorem|foobar|foo.?bar|deadbeef|cafebabe/i;
const runs = /(.)\1{5}/;
const sequences = /01234567|12345678|23456789|98765432|abcdefgh|ABCDEFGH|qwertyui/;
/** A unit of one to eight characters that repeats through the complete value: `0b0b0b…`. */
const repeats = /^(.{1,8}?)\1{3,}.{0,7}$/;

/** Samples from published standards: OAuth (RFC 5849, RFC 6749, RFC 6750). */
const documented = new Set([
  '2YotnFZFEjr1zCsicMWpAA',
  'tGzv3JOkF0XG5Qx2TlKWIA',
  'mF_9.B5f-4.1JqM',
  'czZCaGRSa3F0MzpnWDFmQmF0M2JW',
  'gX1fBat3bV',
  'dpf43f3p2l4k3l03',
  'kd94hf93k423kf44',
  'nnch734d00sl2jdk',
  'pfkkdhi9sl3r4s00',
]);

/** Whether a token's value is made up, as in documentation and tests. */
export const isMadeUp = (value: string): boolean =>
  madeUp.test(value.slice(0, 96)) ||
  documented.has(value) ||
  runs.test(value) ||
  sequences.test(value) ||
  repeats.test(value) ||
  new Set(value).size < Math.min(8, value.length * 0.4);

const references = [
  /^\$(?:[A-Za-z_{(]|[0-9]+$)/,
  /^\{\{?/,
  /\}\}?$/,
  /^<.*>$/,
  /^\[.*\]$/,
  /^%[A-Za-z_][\w.]*%$/,
  /^%[A-Za-z](?![A-Za-z0-9])/,
  /\]\{\d|\(\?[:=!]/,
  /^@[A-Za-z_][\w./]*@$/,
  /\$\{|\{\{|#\{|<%|\$\([\w .-]+\)/,
  /^(?:process|os|env|import|config|settings|secrets|vars|self|this|ENV|System|data|var|local|module|params?|props|req|request|options?|args|ctx|context|state|user|input|form|body)\??[.[]/,
  /^(?:!(?:vault|secret|env|Ref|Sub|GetAtt|ImportValue)\b|ENC\[|vault:|arn:|ref\+|op:\/\/|file:|https?:\/\/|~\/|[A-Z]:\\)/,
  /^(?:null|none|nil|undefined|true|false|string|boolean|number|str|int|any|unknown|void|never|required|optional)\b/i,
];
/** Salted hashes as written by password files and frameworks, and digests that name their function. */
const hashes =
  /^(?:\$(?:2[abxy]?|1|5|6|7|y|argon2\w*|pbkdf2[\w-]*|scrypt|apr1)\$|\{(?:S?SHA|MD5|CRYPT|BCRYPT)\w*\}|(?:pbkdf2|bcrypt|argon2|scrypt)\w*[$:]|(?:sha\d+|md5|h1)[-:]|[a-z]+\d*:[0-9a-f]{32,}$)/i;
const uuid = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;

/** Whether a value is a type, or refers to a secret kept elsewhere. */
export const isReference = (value: string): boolean =>
  references.some((form) => form.test(value)) || (/^\.{0,2}\//.test(value) && isWords(value));

/** Whether a value is a hash or an identifier, which grants no access. */
export const isHashOrId = (value: string): boolean => hashes.test(value) || uuid.test(value);

/** Keys that are meant to be public or that grant no access, such as Stripe's publishable and test keys. */
export const isPublic = (value: string): boolean =>
  /^(?:pk_(?:live|test)_|[sr]k_test_|ssh-(?:rsa|ed25519|dss) |ecdsa-sha2-|data:|-----BEGIN (?:PUBLIC|CERTIFICATE))/.test(
    value,
  );

const commonPasswords =
  /pass.?w.?rd|passphrase|passw|^pass|p[a4@]ss|admin|secret|s3cr3t|letmein|hunter2|qwerty|^root|^guest|^user|welcome|1234|^postgres|^mysql|^redis|^mongo|^minio|^rabbit|default|^token[-_]?$|monkey|dragon/i;

/** Whether a password is commonly known and thus protects nothing. */
export const isCommonPassword = (value: string): boolean => commonPasswords.test(value);
