import path from 'node:path';
import { expect, it } from 'vitest';
import { brokenDocLinks } from '../../../../scripts/checks/docLinks.mjs';

const root = path.join(import.meta.dirname, '..', '..', '..', '..');
const broken = (text: string, others: Readonly<Record<string, string>> = {}): string[] =>
  brokenDocLinks(root, ['docs/page.md'], (file) => (file === 'docs/page.md' ? text : (others[file] ?? '')));

it('a link to a file, to a heading of it or of the page itself leads somewhere', () => {
  const text = [
    '# A page: what `it` says, *twice*',
    '[above](#a-page-what-it-says-twice), [memory](memory.md), [two](memory.md#same-1), ![icon](../media/icons/icon.png)',
    '[elsewhere](https://example.com/gone.md#nowhere)',
  ].join('\n');
  expect(broken(text, { 'docs/memory.md': '## Same\n\n## Same\n' })).toEqual([]);
});

it('a file that is not there and a heading that its file lacks are named with their line', () => {
  expect(
    broken('[a](gone.md)\n\n[b](memory.md#nothing)\n[c](#nowhere)\n', { 'docs/memory.md': '# Memory\n' }),
  ).toEqual([
    'docs/page.md:1: there is no docs/gone.md',
    'docs/page.md:3: docs/memory.md has no heading #nothing',
    'docs/page.md:4: docs/page.md has no heading #nowhere',
  ]);
});

it('a block of code has neither links nor headings', () => {
  expect(broken('[below](#not-a-heading)\n\n```md\n# Not a heading\n[x](gone.md)\n```\n')).toEqual([
    'docs/page.md:1: docs/page.md has no heading #not-a-heading',
  ]);
});
