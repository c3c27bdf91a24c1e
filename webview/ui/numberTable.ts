import { element } from './element.ts';

export interface NumberRow {
  readonly name: string;
  readonly cells: readonly { readonly text: string; readonly isStrong?: boolean }[];
}

/**
 * A chart's numbers as a table that scrolls sideways on its own; `heads` begins with the heading of the rows'
 * names.
 */
export const numberTable = (label: string, heads: readonly string[], rows: readonly NumberRow[]): HTMLElement =>
  element(
    'div',
    { class: 'scroll-x', tabindex: '0', role: 'region', 'aria-label': label },
    element(
      'table',
      { class: 'grid wing-numbers' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          heads.map((text, at) =>
            element('th', at === 0 ? { scope: 'col' } : { scope: 'col', class: 'num' }, text),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        rows.map(({ name, cells }) =>
          element(
            'tr',
            {},
            element('th', { scope: 'row' }, name),
            cells.map(({ text, isStrong = false }) =>
              element('td', { class: isStrong ? 'num strong' : 'num' }, text),
            ),
          ),
        ),
      ),
    ),
  );
