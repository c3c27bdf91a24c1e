import { describe, expect, it } from 'vitest';
import { fileMention, namesInCommit } from '../../../../../extension/palace/retrieval/history/fileMention.ts';

const file = { path: 'src/berth.ts', absolute: '/home/kim/harbor/src/berth.ts', wing: 'harbor' };
const isMentioned = fileMention(file, [
  { path: 'src/berth.ts', wing: 'harbor' },
  { path: 'src/old/berth.ts', wing: 'quay' },
]);

describe('a file is mentioned', () => {
  it.each([
    'See src/berth.ts.',
    'It is in `src/berth.ts:12`, I think',
    'opened "/home/kim/harbor/src/berth.ts"',
    'harbor/src/berth.ts(3,1): error',
    'import "./src/berth.ts"',
    'C:\\work\\harbor\\src\\berth.ts broke',
    'berth.ts rounds down',
    '/Users/ilse/copy/src/berth.ts',
  ])('by “%s”', (text) => {
    expect(isMentioned(text, 'harbor')).toBe(true);
  });

  it.each([
    'src/berth.tsx',
    'src/berth.ts.map',
    'src/berth.ts/readme',
    'src/old/berth.ts',
    'mysrc/berth.ts',
    '/home/kim/harbor/packages/src/berth.ts',
    'the berth is full',
  ])('but not by “%s”', (text) => {
    expect(isMentioned(text, 'harbor')).toBe(false);
  });

  it('by a name that several files share, in its own wing only', () => {
    expect([isMentioned('berth.ts rounds down', 'quay'), isMentioned('berth.ts rounds down', 'other')]).toEqual([
      false,
      false,
    ]);
    const twins = ['a/index.ts', 'b/index.ts'].map((path) => ({ path, wing: 'harbor' }));
    const inA = fileMention({ path: 'a/index.ts', absolute: '/w/a/index.ts', wing: 'harbor' }, twins);
    expect([inA('index.ts is empty', 'harbor'), inA('a/index.ts is empty', 'harbor')]).toEqual([false, true]);
  });

  it('by a name without a dot only if that is its whole path, and by a whole name with spaces and brackets', () => {
    const at = (path: string) => fileMention({ path, absolute: `/w/${path}`, wing: 'w' }, [{ path, wing: 'w' }]);
    expect([at('LICENSE')('see LICENSE', 'w'), at('docs/LICENSE')('see LICENSE', 'w')]).toEqual([true, false]);
    expect(at('app/[id]/my page.tsx')('Files: a.ts, app/[id]/my page.tsx (+1/-0)', 'w')).toBe(true);
  });

  it('by a commit that lists its path in the repository, and by no other', () => {
    const text = '[main] Old berths go\nFiles: old/src/berth.ts, src/tide.ts (+1/-2)';
    expect([namesInCommit(text, 'src/tide.ts'), namesInCommit(text, 'src/berth.ts')]).toEqual([true, false]);
  });
});
