import fc from 'fast-check';
import ignore from 'ignore';
import { describe, expect, it } from 'vitest';
import { excludePatterns, expandBraces } from '../../../../extension/editor/settings/excludeGlobs.ts';

const hides = (globs: Record<string, unknown>, path: string): boolean =>
  ignore()
    .add([...excludePatterns(globs)])
    .ignores(path);

describe("the editor's excludes as gitignore patterns", () => {
  it('hide a folder at any depth with everything below it', () => {
    const globs = { '**/node_modules': true };
    expect(hides(globs, 'node_modules/a/b.js')).toBe(true);
    expect(hides(globs, 'packages/x/node_modules/a.js')).toBe(true);
    expect(hides(globs, 'src/node_modules.md')).toBe(false);
  });

  it("match from the workspace folder's root, as the editor's globs do", () => {
    expect(hides({ out: true }, 'out/a.js')).toBe(true);
    expect(hides({ out: true }, 'src/out/a.js')).toBe(false);
    expect(hides({ '*.log': true }, 'a.log')).toBe(true);
    expect(hides({ '*.log': true }, 'src/a.log')).toBe(false);
  });

  it('leave out what is switched off or depends on a sibling', () => {
    expect(excludePatterns({ '**/a': false, '**/*.js': { when: '$(basename).ts' }, '': true })).toEqual([]);
  });

  it('take a pattern that begins with ! or # literally', () => {
    expect(hides({ '!keep.md': true }, '!keep.md')).toBe(true);
    expect(hides({ '#notes.md': true }, '#notes.md')).toBe(true);
  });

  it('leave braces alone that stand for more globs than a person means', () => {
    for (const glob of [
      '{a,b}'.repeat(40),
      `{${'{a,b}'.repeat(20)},c}`,
      '{a,b}'.repeat(20_000),
      '{'.repeat(100_000),
    ])
      expect(expandBraces(glob).length).toBeLessThanOrEqual(1000);
    expect(hides({ [`${'{a,b}'.repeat(40)}.js`]: true, '*.log': true }, 'a.log')).toBe(true);
  });

  it('expand braces, nested ones too', () => {
    expect(expandBraces('**/*.{js,{ts,tsx}}')).toEqual(['**/*.js', '**/*.ts', '**/*.tsx']);
    expect(expandBraces('{a,b}/{c,d}')).toEqual(['a/c', 'a/d', 'b/c', 'b/d']);
    expect(expandBraces('a{b')).toEqual(['a{b']);
    expect(expandBraces('{a,b}'.repeat(9))).toHaveLength(512);
  });

  it('expand to every combination of the alternatives, in order', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '.'), maxLength: 4 });
    const part = fc.oneof(
      word.map((text) => [text]),
      fc.array(word, { minLength: 2, maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
        const glob = parts
          .map((choices) => (choices.length === 1 ? choices[0] : `{${choices.join(',')}}`))
          .join('');
        const all = parts.reduce<string[]>(
          (heads, choices) => heads.flatMap((head) => choices.map((choice) => head + choice)),
          [''],
        );
        expect(expandBraces(glob)).toEqual(all);
      }),
    );
  });
});

it('a glob of blanks is taken, however long', () => {
  // What takes time by the square of this never ends.
  const glob = `a${' '.repeat(2 ** 20)}b`;
  expect(excludePatterns({ [`${glob}  `]: true })).toEqual([`/${glob}\\ \\ `]);
});
