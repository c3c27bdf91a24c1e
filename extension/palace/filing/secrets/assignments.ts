import type { SecretFinding } from '../../store/queries/annotations.ts';
import { isCommonPassword, isHashOrId, isMadeUp, isPublic, isReference } from './placeholders.ts';
import { looksRandom } from './randomness.ts';

/** A name that may hold a secret, what may come between it and the operator, and the operator. */
const named = new RegExp(
  '(passw(?:or)?d|passphrase|passcode|pass|pwd|secret|token|credential|authorization|auth' +
    '|(?:api|access|private|account|encryption|signing|master|session|service|deploy|app|client|license|auth|admin|storage|shared|webhook|hmac|jwt|secret|cookie)[-_. ]?key|_key|_salt|_dsn)' +
    // The rest of the name, taken whole: no operator begins with a character of a name.
    '(?=([\\w-]{0,32}))\\2(?![\\w-])\\\\{0,3}["\'`\\])]{0,2}[ \\t]{0,8}' +
    '(?::=|=>|={1,3}|:(?!:)|,(?=[ \\t]{0,4}["\'`])|>(?=[^\\s<>]{6})|[ \\t]value=|\\r?\\n[ \\t]{0,40}value:|[ \\t](?:is|was)(?=[ \\t])|(?<=--[\\w-]{4,30})(?=[ \\t]))[ \\t]{0,8}(?:(?<=authorization["\']?[ \\t]{0,4}[:=][ \\t]{0,4})(?:token|apikey|key)[ \\t])?',
  'gi',
);
/** Endings of names that describe a secret instead of holding it. */
const aboutIt =
  /(?:hash|digest|checksum|count|length|len|limit|ids?|names?|ur[il]s?|path|file|type|kind|expir\w*|ttl|age|regex|pattern|field|label|hint|placeholder|prompt|message|error|policy|rules?|status|mode|version|header|format|prefix|suffix|at|by|ref|arn|env|index|sha(?:1|256|512)?|usage|cost|size|start|end|public|manager|provider|service|store|endpoint|enabled|required|validator|reset|form|input|attribute|s)$/i;
/** What comes before `token` and `_key` where they are the place in a list, or a name in a table. */
const isPlace =
  /(?:page|next|previous|prev|continuation|cursor|sync|resume|pagination)[-_]?token$|(?:partition|sort|range|clustering|primary|foreign|row|shard|routing|cache|object|idempotency)_key$/i;
const longestPlace = 20;
const isPasswordName = /passw|passphrase|passcode|pass$|pwd/i;
/** Files whose lines are settings. */
const settings =
  /(?:^|\/)(?:\.env[^/]*|[^/]*\.env|\.[\w-]*rc|\.?(?:git-?)?credentials|[^/]*\.(?:ini|cfg|conf|config|properties|toml|ya?ml|tfvars))$/i;
/** Files of environment variables. Nearly every value there that looks random is a secret, short ones too. */
const environment = /(?:^|\/)(?:\.env[^/]*|[^/]*\.env)$/i;
/** Characters that a key has at least. Passwords may be shorter. */
const shortestKey = { anywhere: 16, inEnvironment: 10 } as const;
const longest = 2000;
const longRun = 256;

/** Values assigned to a name that marks them as secret, in any language. */
export const assignedSecrets = (text: string, path: string): SecretFinding[] => {
  const found: SecretFinding[] = [];
  const isSettings = settings.test(path);
  const shortest = environment.test(path) ? shortestKey.inEnvironment : shortestKey.anywhere;
  named.lastIndex = 0;
  for (let match = named.exec(text); match !== null; match = named.exec(text)) {
    const [whole, word = '', rest = ''] = match;
    const wordEnd = match.index + word.length;
    if (isAboutIt(word, rest) || isPlace.test(text.slice(Math.max(0, match.index - longestPlace), wordEnd)))
      continue;
    const start = match.index + whole.length;
    const value = valueAt(text, start, isSettings);
    if (value === undefined) continue;
    const isPassword = isPasswordName.test(word + rest);
    if (!(isPassword ? isPasswordValue(value) : isKeyValue(value, shortest))) {
      // A long run without blanks or quotes is read only once, even if it contains more such names.
      if (!value.isQuoted && value.text.length > longRun) named.lastIndex = value.start + value.text.length;
      continue;
    }
    found.push({
      rule: isPassword ? 'assigned-password' : 'assigned-secret',
      start: value.start,
      end: value.start + value.text.length,
    });
    named.lastIndex = value.start + value.text.length;
  }
  return found;
};

const isAboutIt = (word: string, rest: string): boolean => {
  // `_key`, `_salt` and `auth` are conclusive only at the end of a name.
  if (/^(?:auth|_key|_salt|_dsn)$/i.test(word) && rest !== '')
    return !/^[-_]?(?:token|key|secret|password)$/i.test(rest);
  return rest !== '' && aboutIt.test(rest) && !/(?:pass|secret|token|key|word)$/i.test(rest);
};

interface Value {
  readonly text: string;
  readonly start: number;
  readonly isQuoted: boolean;
}

const bare = /[^\s"'`<>,;]{1,2000}/y;
const bareSetting = /[^\s"'`]{1,2000}/y;
/** In JSON that is quoted in JSON, as in logs, quotes have backslashes in front. */
const opening = /(?:[rbfuL]|@|(\\{1,3}))?(["'`])/y;

/** The value assigned at an offset: a quoted text of one line, or the text up to the next blank. */
const valueAt = (text: string, at: number, isSettings: boolean): Value | undefined => {
  opening.lastIndex = at;
  const quote = opening.exec(text);
  if (quote !== null) {
    const start = at + quote[0].length;
    const [, escape, mark = '"'] = quote;
    const line = text.slice(start, start + longest);
    let end = line.indexOf(mark);
    const lineEnd = line.search(/[\r\n]/);
    if (end < 0 && lineEnd < 0 && line.length < longest) end = line.length;
    return end < 0 || (lineEnd >= 0 && lineEnd < end)
      ? undefined
      : {
          text: escape === undefined ? line.slice(0, end) : line.slice(0, end).replace(/\\{1,3}$/, ''),
          start,
          isQuoted: true,
        };
  }
  const form = isSettings ? bareSetting : bare;
  form.lastIndex = at;
  // In a URL's query, the next field follows.
  const found = form
    .exec(text)?.[0]
    .replace(/&[\w.-]{1,40}=.*$/, '')
    .replace(/[).\]}]{1,8}$/, '');
  return found === undefined || found === '' ? undefined : { text: found, start: at, isQuoted: false };
};

/** Code instead of a value: a call, an index, a member, a path of names. */
const isCode = (value: string): boolean =>
  /^[A-Za-z_$][\w$]*(?:\?\.|\.|::|->|\(|\[)/.test(value) || /[()[\]{}]/.test(value) || /^[A-Za-z_]+$/.test(value);

const isNobodys = (value: string): boolean =>
  /[^\x20-\x7e]/.test(value) || isReference(value) || isHashOrId(value) || isPublic(value) || isMadeUp(value);

const isPasswordValue = ({ text, isQuoted }: Value): boolean => {
  if (
    text.length < 8 ||
    text.length > 256 ||
    /\s/.test(text) ||
    isNobodys(text) ||
    isCommonPassword(text) ||
    (!isQuoted && isCode(text))
  )
    return false;
  if (looksRandom(text)) return true;
  return (
    isQuoted && /[0-9]/.test(text) && /[A-Za-z]/.test(text) && /[^A-Za-z0-9_.-]/.test(text) && !/[/\\:]/.test(text)
  );
};

const isKeyValue = ({ text, isQuoted }: Value, shortest: number): boolean => {
  if (
    text.length < shortest ||
    /[\s\\]/.test(text) ||
    text.startsWith('eyJ') ||
    isNobodys(text) ||
    (!isQuoted && isCode(text))
  )
    return false;
  return looksRandom(text);
};
