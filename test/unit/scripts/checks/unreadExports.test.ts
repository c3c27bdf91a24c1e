import { expect, it } from 'vitest';
import { unreadExports } from '../../../../scripts/checks/unreadExports.mjs';

const file = 'extension/palace/shelf.ts';

const unread = (text: string, other: string): string[] =>
  unreadExports(
    new Map([
      [file, text],
      ['test/unit/palace/shelf.test.ts', other],
    ]),
  );

it('names a value that no other file reads, function or constant or class', () => {
  expect(unread('export const shelf = 1;\nconst own = shelf;\n', 'own;')).toEqual([
    `${file}: shelf is exported, but no other file reads it`,
  ]);
  expect(unread('export async function* shelf() {}\nexport class Shelf {}\n', '')).toHaveLength(2);
});

it('is content with any other file that names it, and with types and what is not exported', () => {
  expect(unread('export const shelf = 1;\n', 'import { shelf } from "…";')).toEqual([]);
  expect(unread('export type Shelf = number;\nexport interface Board {}\nconst shelf = 1;\n', '')).toEqual([]);
});

it('leaves alone what VS Code calls, and what is no part of the product', () => {
  const text = 'export const deactivate = () => undefined;\n';
  expect(unreadExports(new Map([['extension/editor/extension.ts', text]]))).toEqual([]);
  expect(unreadExports(new Map([['test/fixtures/shelf.ts', text]]))).toEqual([]);
});
