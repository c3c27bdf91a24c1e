import { describe, expect, it } from 'vitest';
import { chunkText } from '../../../../extension/palace/filing/chunker.ts';
import { prose } from '../../../fixtures/fileTree.ts';

const texts = (text: string): string[] => chunkText(text).map((chunk) => chunk.text);
const lines = (count: number, line: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => `${line(index)}\n`).join('');

describe('where chunks are cut', () => {
  it('makes no chunk of nothing and one of a short text', () => {
    expect(chunkText('')).toEqual([]);
    expect(chunkText('A line.\n')).toEqual([{ text: 'A line.\n', start: 0, end: 8, lineStart: 1, lineEnd: 1 }]);
  });

  it('prefers a heading to a blank line, a blank line to the end of a block, and that to a line end', () => {
    const body = (name: string) =>
      lines(11, (index) => `  ${name} goes on with its line number ${index} of the lot.`);
    const block = (name: string) => `function ${name} {\n${body(name)}}\n`;
    expect(texts(`${block('a')}${block('b')}${block('c')}${block('d')}`)[0]?.endsWith('}\n')).toBe(true);
    expect(texts(`${block('a')}\n${block('b')}${block('c')}`)[0]).toBe(`${block('a')}\n`);
    expect(
      texts(`${block('a')}\n${body('b').slice(0, 200)}\n# Heading\n${block('c')}`)[1]?.startsWith('# Heading'),
    ).toBe(true);
    expect(
      texts(`${block('a')}\n${body('b').slice(0, 200)}\n\nHeading\n=======\n${block('c')}`)[1]?.startsWith(
        'Heading\n===',
      ),
    ).toBe(true);
  });

  it('prefers a blank line between top-level blocks to one inside a block', () => {
    const inner = lines(5, (index) => `  the statement number ${index} of a function, some words long`);
    const text = `function a() {\n${inner}\n${inner}}\n\nfunction b() {\n${inner}\n${inner}}\n`;
    expect(texts(text)[1]?.startsWith('function b()')).toBe(true);
  });

  it('cuts a long line after a sentence, else after a word, else where it must', () => {
    for (const chunk of texts('This is a sentence of some length. '.repeat(100)).slice(0, -1))
      expect(chunk.endsWith('. ')).toBe(true);
    for (const chunk of texts('word '.repeat(700)).slice(0, -1)) expect(chunk.endsWith(' ')).toBe(true);
    for (const chunk of texts('これは文です。'.repeat(400)).slice(0, -1)) expect(chunk.endsWith('。')).toBe(true);
    expect(texts('x'.repeat(2500))).toEqual(['x'.repeat(800), 'x'.repeat(800), 'x'.repeat(900)]);
  });

  it('does not end a sentence at a dot inside a name or number', () => {
    const chunks = texts('version 1.2.3 of the file a.b.c has no end '.repeat(60));
    for (const chunk of chunks.slice(1)) expect(chunk).toMatch(/^\S/);
  });

  it('does not leave a short rest', () => {
    const lengths = texts(lines(210, (index) => `line ${index}`)).map((text) => text.length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(200);
  });

  it('keeps the chunks far from an inserted line as they were', () => {
    const cases = {
      prose: prose('stable', 60_000).split('\n'),
      code: lines(
        1500,
        (index) => `${index % 12 === 0 ? '' : '  '}statement(${(index * 7919) % 1009}, ${index});`,
      ).split('\n'),
      flat: lines(1500, (index) => `row ${(index * 7919) % 1009} of a table without any blank line`).split('\n'),
    };
    for (const source of Object.values(cases)) {
      const before = chunkText(source.join('\n'));
      const known = new Set(before.map((chunk) => chunk.text));
      const edited = [
        ...source.slice(0, source.length / 2),
        'an inserted line',
        ...source.slice(source.length / 2),
      ].join('\n');
      const fresh = chunkText(edited).filter((chunk) => !known.has(chunk.text));
      expect(fresh.length).toBeGreaterThan(0);
      expect(fresh.length).toBeLessThan(before.length / 4);
      const at = edited.indexOf('an inserted line');
      for (const chunk of fresh) expect(Math.abs(chunk.start - at)).toBeLessThan(12_000);
    }
  });
});
