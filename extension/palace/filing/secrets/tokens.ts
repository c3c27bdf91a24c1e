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

/** The longest first: of two that begin alike the more telling one is tried. Leads of ordinary words need their body too. */
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

/** Leads that stand inside a token or that a setting's name ends with. */
const startsAnywhere = /^(?:\.atlasv1\.|AccountKey=|SharedAccessKey=|sig=|hooks\.|discord)/;

/** Tokens that begin with a prefix of their issuer. */
export const prefixedTokens = (text: string): SecretFinding[] => {
  const found: SecretFinding[] = [];
  anyLead.lastIndex = 0;
  for (let hit = anyLead.exec(text); hit !== null; hit = anyLead.exec(text)) {
    const at = hit.index;
    const [lead] = hit;
    if (!startsAnywhere.test(lead) && isInWord(text, at)) continue;
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

/** A setting's name is no part of the secret, an address's scheme is. */
const startOf = (text: string, at: number, lead: string): number => {
  if (lead.endsWith('=')) return at + lead.length;
  return text.startsWith('https://', at - 8) ? at - 8 : at;
};

/** Whether the character before could belong to a longer word or to encoded bytes; `\n` and `%3D` before a token can't. */
const isInWord = (text: string, at: number): boolean => {
  if (at === 0 || !/[\w-]/.test(text.charAt(at - 1))) return false;
  return !/(?:\\[nrt]|%[0-9A-Fa-f]{2})$/.test(text.slice(Math.max(0, at - 3), at));
};

interface TokenForm {
  readonly rule: string;
  /** From a part that is rare on; its repetitions are bounded. */
  readonly form: RegExp;
  /** What stands before that part and belongs to the token. */
  readonly before?: RegExp;
  readonly isReal?: (value: string) => boolean;
  /** Where only the last characters of the form are secret. */
  readonly valueLength?: number;
}

const longestBefore = 40;

const jwtExample = /SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c|TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ/;

/** A token whose payload is the documented one (John Doe, 1234567890) is an example however it was signed. */
const isRealJwt = (value: string): boolean => {
  const payload = Buffer.from(value.split('.')[1] ?? '', 'base64url').toString('utf8');
  return !jwtExample.test(value) && !/John Doe|Jane Doe|"1234567890"/.test(payload);
};

/** Tokens without a prefix of their own at the start. */
const forms: readonly TokenForm[] = [
  {
    rule: 'json-web-token',
    form: /(?<![\w.-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,16000}\.[\w-]{16,1000}(?![\w-])/g,
    isReal: isRealJwt,
  },
  { rule: 'telegram-bot-token', before: /(?<![\w.-])[0-9]{8,10}$/, form: /:AA[\w-]{32,34}(?![\w-])/g },
  {
    rule: 'discord-bot-token',
    before: /(?<![\w.-])[MNO][\w-]{23,27}$/,
    form: /\.[\w-]{6}\.[\w-]{27,40}(?![\w.-])/g,
    isReal: (value) => looksRandom(value) && /[0-9]/.test(value),
  },
  { rule: 'azure-client-secret', before: /(?<![\w.~-])[\w.~-]{3}[0-9]$/, form: /Q~[\w.~-]{31,34}(?![\w.~-])/g },
  { rule: 'mailchimp-key', before: /(?<![\w-])[0-9a-f]{32}$/, form: /-us[0-9]{1,2}(?!\w)/g },
  {
    rule: 'twilio-auth-token',
    form: /(?<!\w)AC[0-9a-f]{32}["'`]?[ \t]{0,4}[,:][ \t]{0,4}["'`]?[0-9a-f]{32}(?!\w)/g,
    valueLength: 32,
  },
];

/** Tokens that another part than their beginning tells. */
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
