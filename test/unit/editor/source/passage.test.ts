import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPassage, type Passage } from '../../../../extension/editor/source/passage.ts';

const cut = (document: string, { startLine, startCharacter, endLine, endCharacter }: Passage): string => {
  const lines = document.split('\n').slice(startLine, endLine + 1);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? startCharacter : 0, index === last ? endCharacter : undefined))
    .join('\n');
};

describe('the passage of a drawer in its source', () => {
  it("is the drawer's text, wherever it has moved", () => {
    const piece = fc
      .array(fc.constantFrom('alpha', 'beta', 'gamma', '', '  indented'), { minLength: 1, maxLength: 6 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(piece, piece, piece, fc.integer({ min: 1, max: 12 }), (before, text, after, start) => {
        const document = `${before}\n${text}\n${after}`;
        const passage = findPassage(document, text, { start, end: start });
        if (text.trim() === '') return;
        expect(passage.verbatim).toBe(true);
        expect(cut(document, passage)).toBe(text.replace(/^\n+|\s+$/g, ''));
      }),
    );
  });

  it('is the occurrence nearest to the lines it was filed at', () => {
    const document = 'x\nsame\nx\nx\nx\nsame\nx';
    expect(findPassage(document, 'same\n', { start: 6, end: 6 })).toMatchObject({
      startLine: 5,
      endLine: 5,
      startCharacter: 0,
      endCharacter: 4,
    });
    expect(findPassage(document, 'same\n', { start: 1, end: 1 })).toMatchObject({ startLine: 1 });
  });

  it('does not depend on line endings', () => {
    expect(findPassage('a\r\nb\r\nc\r\n', 'b\nc\n', { start: 1, end: 1 })).toEqual({
      startLine: 1,
      startCharacter: 0,
      endLine: 2,
      endCharacter: 1,
      verbatim: true,
    });
  });

  it('is the old lines, as far as they exist, when the text is gone', () => {
    expect(findPassage('one\ntwo\nthree', 'lost', { start: 2, end: 2 })).toEqual({
      startLine: 1,
      startCharacter: 0,
      endLine: 1,
      endCharacter: 3,
      verbatim: false,
    });
    expect(findPassage('one\ntwo', 'lost', { start: 40, end: 50 })).toEqual({
      startLine: 1,
      startCharacter: 0,
      endLine: 1,
      endCharacter: 3,
      verbatim: false,
    });
    expect(findPassage('', 'lost', null)).toEqual({
      startLine: 0,
      startCharacter: 0,
      endLine: 0,
      endCharacter: 0,
      verbatim: false,
    });
  });
});

it('a passage of blanks is found', () => {
  // What takes time by the square of this never ends.
  const text = `a${' '.repeat(2 ** 20)}b`;
  expect(findPassage(`x\n${text}\n`, `\n${text}\n \n`, null)).toEqual(findPassage(`x\n${text}\n`, text, null));
});
