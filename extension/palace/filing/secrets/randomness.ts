/** Shannon entropy, in bits per character. */
const entropy = (text: string): number => {
  const counts = new Map<number, number>();
  for (let i = 0; i < text.length; i++) counts.set(text.charCodeAt(i), (counts.get(text.charCodeAt(i)) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
};

const kind = { lower: 0, upper: 1, digit: 2, mark: 3 } as const;

const kindOf = (code: number): number => {
  if (code >= 97 && code <= 122) return kind.lower;
  if (code >= 65 && code <= 90) return kind.upper;
  return code >= 48 && code <= 57 ? kind.digit : kind.mark;
};

/**
 * Runs of one kind of character (lower case, upper case, digits, marks) per character. A capital and the small letters
 * after it count as one run, as in a word. Words have 0.1 to 0.25, random characters 0.3 to 0.6.
 */
const runShare = (text: string): number => {
  let runs = 0;
  let before = -1;
  for (let i = 0; i < text.length; i++) {
    const now = kindOf(text.charCodeAt(i));
    const isWordStart =
      before === kind.upper && now === kind.lower && (i < 2 || kindOf(text.charCodeAt(i - 2)) !== kind.upper);
    if (now !== before && !isWordStart) runs++;
    before = now;
  }
  return text.length === 0 ? 0 : runs / text.length;
};

const wordLike =
  /^(?:[A-Za-z]?[a-z]{1,20}|[A-Z]{1,20}|[a-z]{0,24}(?:[A-Z]{1,6}[a-z]{2,24}|[A-Z]?[0-9]{1,2}(?![0-9])){0,8}[A-Z]{0,6}[0-9]{0,4}|[A-Za-z]{0,12}[0-9]{1,4}|[0-9]{1,4}[A-Za-z]{1,3})$/;

/** Names of encodings, which have digits within. */
const encodingName = /^base(?:16|32|58|64)(?:url)?/i;

/** Whether a text consists only of words and short numbers: `my-app_secret.2024`, `SecretStoreName`. */
export const isWords = (text: string): boolean =>
  text.split(/[-_.:/\\ @$]/).every((part) => wordLike.test(part.replace(encodingName, '')));

/** Whether a text looks random: many different characters, frequent changes of kind, no words. */
export const looksRandom = (text: string): boolean => {
  if (entropy(text) < Math.min(3.2, Math.log2(text.length) * 0.75)) return false;
  const share = runShare(text);
  const isMixed = /[0-9]/.test(text) ? share >= 0.25 : share >= 0.3 && /[a-z]/.test(text) && /[A-Z]/.test(text);
  return isMixed && !isWords(text);
};
