import type { TextRange } from './textRange.ts';

/** Shown in place of a secret. */
export const mask = '••••';

/** A text that may hold secrets, and what is known about them. Drawers and hits have these fields. */
export interface Maskable {
  readonly text: string;
  readonly sensitive: boolean;
  /** Half-open UTF-16 offsets, ascending; absent if the text holds no secret or is already masked. */
  readonly secret_spans?: readonly TextRange[] | undefined;
}

/**
 * The text as shown by default: each secret is replaced, line by line, so that lines keep their numbers. A text
 * that a person marked, and in which the detector found nothing, is masked completely.
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

/** The same thing with its text masked, and without the offsets, which no longer match it. */
export const masked = <T extends Maskable>(thing: T): T => {
  return thing.sensitive && thing.secret_spans !== undefined
    ? { ...thing, text: maskedText(thing), secret_spans: undefined }
    : thing;
};
