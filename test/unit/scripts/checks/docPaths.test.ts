import { expect, it } from 'vitest';
import { brokenDocPaths } from '../../../../scripts/checks/docPaths.mjs';

const files = ['extension/palace/mining/mine.ts', 'test/fixtures/sample/src/a.ts', 'docs/page.md'];
const broken = (text: string): string[] => brokenDocPaths('', files, ['docs/page.md'], () => text);

it('files and folders of the repository may be named from any folder on', () => {
  expect(broken('`extension/palace/mining/mine.ts`, `palace/mining/`, `mining/mine.ts`, `mine.ts`')).toEqual([]);
});

it('what the repository no longer has is named with its line', () => {
  expect(broken('`palace/mining/`\n`palace/gone/` and `gone.ts`, as in `../mining/gone.ts`')).toEqual([
    'docs/page.md:2: there is no palace/gone/',
    'docs/page.md:2: there is no gone.ts',
    'docs/page.md:2: there is no ../mining/gone.ts',
  ]);
});

it('paths of other programs, what is built, examples and placeholders are not looked for', () => {
  expect(broken('`core/util/paths.ts`, `dist/cli.js`, `src/b.ts`, `palace/NAME.ts`, `profiles.json`')).toEqual([]);
});
