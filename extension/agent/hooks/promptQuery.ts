import { textEnd } from '../../base/text/textEnd.ts';
import { textStart } from '../../base/text/textStart.ts';

/** Maximum characters of a prompt that are searched for. A longer one gives its beginning and its end, where the question is. */
const longest = 1_000;
const leastWords = 3;
const leastCharacters = 12;

/**
 * Turns a prompt into a query of plain words without operators. Null if a memory can't help with it: a command to the agent, or
 * a word or two («yes, go on»).
 */
export const promptQuery = (prompt: string | undefined): string | null => {
  const asked = (prompt ?? '').trim();
  if (/^(?:[/!]|#[^\n]*$)/.test(asked)) return null;
  const part = asked.length <= longest ? asked : `${textStart(asked, longest / 2)} ${textEnd(asked, longest / 2)}`;
  // Quotes, field names and leading hyphens would act as operators.
  const plain = part
    .replace(/["“”„]/g, ' ')
    .replace(/(\p{L}):(?=\S)/gu, '$1 ')
    .replace(/(^|\s)-+/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  const words = plain.match(/[\p{L}\p{N}_]{3,}/gu) ?? [];
  return words.length >= leastWords ||
    (plain.length >= leastCharacters &&
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u.test(plain))
    ? plain
    : null;
};
