import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkBounds, chunkText } from '../../../../extension/palace/filing/chunker.ts';
import { runs } from '../../../fixtures/testSize.ts';

const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}';
const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\r\n\r\n', '\t', ' ', '    ', '\u00a0', '\u2028', '\ufeff', '\0'),
  fc.constantFrom(
    '# Heading\n',
    '\n## Two\n\n',
    '}\n',
    '  indented();\n',
    'Title\n=====\n',
    'A sentence. ',
    'Is it? ',
    '\u3053\u308c\u306f\u6587\u3002',
  ),
  fc.constantFrom(
    family,
    '\u{1F1E9}\u{1F1EA}',
    'e\u0301',
    'a\u0300\u0301\u0302',
    '\u0928\u093f',
    '\u{1F44D}\u{1F3FD}',
    '\u200d',
    '\ud83d',
    '\udc00',
    '\u1100\u1161\u11a8',
  ),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer({ min: 1, max: 900 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 80 }).map((length) => family.repeat(length)),
  fc.integer({ min: 1, max: 300 }).map((length) => 'word '.repeat(length)),
);
const text = fc.array(piece, { maxLength: 120, size: 'max' }).map((pieces) => pieces.join(''));
const target = fc.constantFrom(40, 100, 333, 800);

describe('chunking', () => {
  it('is a partition: the chunks follow each other and joined are the text', () => {
    fc.assert(
      fc.property(text, target, (source, aim) => {
        const chunks = chunkText(source, { target: aim });
        expect(chunks.map((chunk) => chunk.text).join('')).toBe(source);
        let end = 0;
        for (const chunk of chunks) {
          expect(chunk.start).toBe(end);
          expect(source.slice(chunk.start, chunk.end)).toBe(chunk.text);
          end = chunk.end;
        }
        expect(end).toBe(source.length);
      }),
      { numRuns: runs(150) },
    );
  });

  it('keeps every chunk within its bounds', () => {
    fc.assert(
      fc.property(text, target, (source, aim) => {
        const { min, max, tail } = chunkBounds(aim);
        const chunks = chunkText(source, { target: aim });
        for (const [index, chunk] of chunks.entries()) {
          expect(chunk.text.length).toBeLessThanOrEqual(max);
          // A cut between code points may fall one unit short.
          if (chunks.length > 1)
            expect(chunk.text.length).toBeGreaterThanOrEqual((index === chunks.length - 1 ? tail : min) - 1);
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('cuts neither a surrogate pair nor a grapheme that is shorter than the window', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(text, fc.constantFrom(100, 800), (source, aim) => {
        const { min, max } = chunkBounds(aim);
        const segments = segmenter.segment(source);
        for (const { end } of chunkText(source, { target: aim }).slice(0, -1)) {
          expect(
            /[\ud800-\udbff]/.test(source.charAt(end - 1)) && /[\udc00-\udfff]/.test(source.charAt(end)),
          ).toBe(false);
          const grapheme = segments.containing(end);
          if (grapheme !== undefined && grapheme.segment.length < max - min) expect(grapheme.index).toBe(end);
        }
      }),
      { numRuns: runs(120) },
    );
  });

  it('gives each chunk the lines of its first and last character', () => {
    fc.assert(
      fc.property(text, target, (source, aim) => {
        const lineOf = (offset: number): number => [...source.slice(0, offset).matchAll(/\r\n|\n|\r/g)].length + 1;
        for (const chunk of chunkText(source, { target: aim })) {
          // A line break belongs to the line that it ends; CR LF is one.
          const last =
            source.charAt(chunk.end - 1) === '\n' && source.charAt(chunk.end - 2) === '\r'
              ? chunk.end - 2
              : chunk.end - 1;
          expect([chunk.lineStart, chunk.lineEnd]).toEqual([lineOf(chunk.start), lineOf(last)]);
        }
      }),
      { numRuns: runs(80) },
    );
  });
});
