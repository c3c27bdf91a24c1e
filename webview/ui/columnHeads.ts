import { element } from './element.ts';

/** The head of a table: one row of columns, each with its class and its text. */
export const columnHeads = (columns: readonly (readonly [string, string])[]): HTMLElement =>
  element(
    'thead',
    {},
    element(
      'tr',
      {},
      columns.map(([kind, text]) => element('th', { scope: 'col', class: kind }, text)),
    ),
  );
