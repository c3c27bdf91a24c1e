import type { SecretFinding } from '../../store/queries/annotations.ts';
import { isMadeUp } from './placeholders.ts';
import { looksRandom } from './randomness.ts';
import { tokenFormats } from './tokenFormats.ts';

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const byLead = new Map<string, { readonly rule: string; readonly body: string; readonly whole: RegExp }[]>();
for (const { rule, lead, body } of tokenFormats)
  byLead.set(lead, [
    ...(byLead.get(lead) ?? []),
    { rule, body, whole: new RegExp(`${escaped(lead)}${body}(?![A-Za-z0-9])`, 'y') },
  ]);

/**
 * Longest first: of two leads that begin alike, the more specific one is tried. Short leads, which may be ordinary
 * words, only match together with their body.
 */
const anyLead = new RegExp(
  [...byLead]
    .sort(([a], [b]) => b.length - a.length)
    .map(
      ([lead, formats]) =>
        escaped(lead) + (lead.length > 4 ? '' : `(?=${formats.map(({ body }) => body).join('|')})`),
    )
    .join('|'),
  'g',
);

/** Azure's devices and emulators share one published key. */
const published = /^(?:AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq)/;

/** Leads that occur inside a token or at the end of a setting's name. */
const startsAnywhere = /^(?:\.atlasv1\.|AccountKey=|SharedAccessKey=|sig=|hooks\.|discord|\.webhook\.)/;

/** Leads that are no part of a word, so that a token counts after a dash or an underscore, too: `use-ghp_…`. */
const joinable = /^(?:AKIA|ASIA|(?!key-).*[-_])$/;

/** Tokens that begin with their issuer's prefix. */
export const prefixedTokens = (text: string): SecretFinding[] => {
  const found: SecretFinding[] = [];
  anyLead.lastIndex = 0;
  for (let hit = anyLead.exec(text); hit !== null; hit = anyLead.exec(text)) {
    const at = hit.index;
    const [lead] = hit;
    if (!startsAnywhere.test(lead) && isInWord(text, at, joinable.test(lead))) continue;
    const end = prefixedToken(text, at, lead, found);
    if (end > at) anyLead.lastIndex = end;
  }
  return found;
};

const prefixedToken = (text: string, at: number, lead: string, found: SecretFinding[]): number => {
  for (const { rule, whole } of byLead.get(lead) ?? []) {
    whole.lastIndex = at;
    const value = whole.exec(text)?.[0];
    if (value === undefined || isMadeUp(value.slice(lead.length)) || published.test(value)) continue;
    found.push({ rule, start: startOf(text, at, lead), end: at + value.length });
    return at + value.length;
  }
  return at;
};

/** A setting's name is not part of the secret; a URL's scheme is. */
const startOf = (text: string, at: number, lead: string): number => {
  if (lead.endsWith('=')) return at + lead.length;
  return text.startsWith('https://', at - 8) ? at - 8 : at;
};

/**
 * Whether the character before may belong to a longer word or to encoded bytes. An escape such as `\n` or `%3D` does
 * not, nor does a separator before a lead that can be joined.
 */
const isInWord = (text: string, at: number, isJoinable: boolean): boolean => {
  if (at === 0 || !(isJoinable ? /[A-Za-z0-9]/ : /[\w-]/).test(text.charAt(at - 1))) return false;
  return !/(?:\\[nrt]|%[0-9A-Fa-f]{2})$/.test(text.slice(Math.max(0, at - 3), at));
};

interface TokenForm {
  readonly rule: string;
  /** Begins at a rare part of the token; all repetitions are bounded. */
  readonly form: RegExp;
  /** The part of the token before `form`. */
  readonly before?: RegExp;
  readonly isReal?: (value: string) => boolean;
  /** Number of secret characters at the end, if the rest of the form is not secret. */
  readonly valueLength?: number;
}

const longestBefore = 60;

const jwtExample = /SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c|TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ/;

/** A token with the documented payload (John Doe, 1234567890) is an example, however it was signed. */
const isRealJwt = (value: string): boolean => {
  const payload = Buffer.from(value.split('.')[1] ?? '', 'base64url').toString('utf8');
  return !jwtExample.test(value) && !/John Doe|Jane Doe|"1234567890"/.test(payload);
};

/** Tokens without a distinctive prefix. */
const forms: readonly TokenForm[] = [
  {
    rule: 'json-web-token',
    form: /(?<![\w.-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,16000}\.[\w-]{16,1000}(?![\w-])/g,
    isReal: isRealJwt,
  },
  // In the address of Telegram's API, `bot` comes before it.
  {
    rule: 'telegram-bot-token',
    before: /(?:(?<![\w.-])|(?<=\bbot))[0-9]{8,10}$/,
    form: /:AA[\w-]{32,34}(?![\w-])/g,
  },
  {
    rule: 'discord-bot-token',
    before: /(?<![\w.-])[MNO][\w-]{23,27}$/,
    form: /\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g,
    isReal: (value) => looksRandom(value) && /[0-9]/.test(value),
  },
  { rule: 'azure-client-secret', before: /(?<![\w.~-])[\w.~-]{3}[0-9]$/, form: /Q~[\w.~-]{31,34}(?![\w.~-])/g },
  // 84 characters; after the random ones stand a fixed signature, the date and the service, which may be all A.
  {
    rule: 'azure-key',
    before: /(?<![A-Za-z0-9])[A-Za-z0-9]{52}$/,
    form: /JQQJ9[9DH][A-Za-z0-9][A-L][A-Za-z0-9]{24}(?![A-Za-z0-9])/g,
    isReal: (value) => !isMadeUp(value.slice(0, 52)),
  },
  { rule: 'mailchimp-key', before: /(?<![\w-])[0-9a-f]{32}$/, form: /-us[0-9]{1,2}(?!\w)/g },
  {
    rule: 'twilio-auth-token',
    form: /(?<!\w)AC[0-9a-f]{32}["'`]?[ \t]{0,4}[,:][ \t]{0,4}["'`]?[0-9a-f]{32}(?!\w)/g,
    valueLength: 32,
  },
];

/** Tokens that are recognised by a part other than their beginning. */
export const formedTokens = (text: string): SecretFinding[] => {
  return forms.flatMap(({ rule, form, before, isReal, valueLength }) =>
    [...text.matchAll(form)].flatMap((match) => {
      const head =
        before === undefined
          ? ''
          : before.exec(text.slice(Math.max(0, match.index - longestBefore), match.index))?.[0];
      if (head === undefined) return [];
      const value = head + match[0];
      if (isReal === undefined ? isMadeUp(value) : !isReal(value)) return [];
      const end = match.index + match[0].length;
      return [{ rule, start: end - (valueLength ?? value.length), end }];
    }),
  );
};
