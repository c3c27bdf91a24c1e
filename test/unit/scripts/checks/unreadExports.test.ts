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

it('names what no other file reads: function, constant, class or type', () => {
  expect(unread('export const shelf = 1;\nconst own = shelf;\n', 'own;')).toEqual([
    `${file}: shelf is exported, but no other file reads it`,
  ]);
  expect(unread('export async function* shelf() {}\nexport class Shelf {}\n', '')).toHaveLength(2);
  expect(unread('export type Shelf = number;\nexport interface Board {}\n', '')).toHaveLength(2);
});

it('is content with any other file that names it, and with what is not exported', () => {
  expect(unread('export const shelf = 1;\n', 'import { shelf } from "…";')).toEqual([]);
  expect(unread('export interface Shelf {}\n', 'import type { Shelf } from "…";')).toEqual([]);
  expect(unread('type Shelf = number;\nconst shelf = 1;\n', '')).toEqual([]);
});

it('leaves alone what VS Code calls, what other programs are offered, and what is no part of the product', () => {
  const text = 'export const deactivate = () => undefined;\n';
  expect(unreadExports(new Map([['extension/editor/extension.ts', text]]))).toEqual([]);
  expect(unreadExports(new Map([['extension/api/publicApi.ts', text]]))).toEqual([]);
  expect(unreadExports(new Map([['test/fixtures/shelf.ts', text]]))).toEqual([]);
});
