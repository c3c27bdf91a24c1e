import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mask, masked, maskedText } from '../../../../../extension/palace/model/text/maskedText.ts';

describe('masking', () => {
  it('replaces each secret and leaves everything around it', () => {
    expect(
      maskedText({
        text: 'user=a pass=hidden1 key=hidden2.',
        sensitive: true,
        secret_spans: [
          { start: 12, end: 19 },
          { start: 24, end: 31 },
        ],
      }),
    ).toBe(`user=a pass=${mask} key=${mask}.`);
  });

  it('hides the whole of what a person has marked, and nothing of what is not sensitive', () => {
    expect(maskedText({ text: 'anything', sensitive: true, secret_spans: [] })).toBe(mask);
    expect(maskedText({ text: 'anything', sensitive: false, secret_spans: [{ start: 0, end: 3 }] })).toBe(
      'anything',
    );
  });

  it('keeps every line where it was, and no character of a secret, whatever the spans', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(fc.nat(80), fc.nat(20)), { maxLength: 4 }),
        (lines, given) => {
          const text = lines.join('\n');
          const spans = given
            .map(([start, length]) => ({
              start: Math.min(start, text.length),
              end: Math.min(start + length, text.length),
            }))
            .sort((a, b) => a.start - b.start || a.end - b.end);
          const secret = [...text]
            .map((character, at) =>
              spans.some(({ start, end }) => at >= start && at < end) && character !== '\n' ? '#' : character,
            )
            .join('');
          const marked = maskedText({
            text: secret,
            sensitive: true,
            secret_spans: spans.length === 0 ? [{ start: 0, end: 0 }] : spans,
          });
          expect(marked).not.toContain('#');
          expect(marked.split('\n')).toHaveLength(lines.length);
          expect(marked.replaceAll(mask, '')).toBe(secret.replaceAll('#', ''));
        },
      ),
    );
  });

  it('takes the offsets away with the secrets, for they no longer hold', () => {
    expect(masked({ text: 'pw=abc', sensitive: true, secret_spans: [{ start: 3, end: 6 }] })).toEqual({
      text: `pw=${mask}`,
      sensitive: true,
      secret_spans: undefined,
    });
    const open = { text: 'pw=abc', sensitive: false };
    expect(masked(open)).toBe(open);
  });
});
