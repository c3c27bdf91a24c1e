/** Stands where a secret is not shown. */
export const mask = '••••';

/** What is known of a text that may hold secrets, as drawers and hits have it. */
export interface Maskable {
  readonly text: string;
  readonly sensitive: boolean;
  /** Half-open UTF-16 offsets, ascending; absent where the text holds no secret or was withheld before. */
  readonly secret_spans?: readonly { readonly start: number; readonly end: number }[] | undefined;
}

/**
 * A text as it is shown unasked: each secret's characters replaced, line by line, so that lines keep their numbers. What a
 * person has marked, and the detector found nothing in, is masked as a whole.
 */
export const maskedText = ({ text, sensitive, secret_spans: spans }: Maskable): string => {
  if (!sensitive || spans === undefined) return text;
  if (spans.length === 0) return mask;
  let shown = '';
  let at = 0;
  for (const { start, end } of spans) {
    shown += text.slice(at, Math.max(at, start)) + text.slice(Math.max(at, start), end).replace(/[^\r\n]+/g, mask);
    at = Math.max(at, end);
  }
  return shown + text.slice(at);
};

/** The same thing with its text masked and without the offsets, which no longer hold. */
export const masked = <T extends Maskable>(thing: T): T => {
  return thing.sensitive && thing.secret_spans !== undefined
    ? { ...thing, text: maskedText(thing), secret_spans: undefined }
    : thing;
};
