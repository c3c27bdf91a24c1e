import { queryConditions } from '../../extension/palace/model/query/querySyntax.ts';
import { rewritten } from '../../extension/palace/model/query/queryEdits.ts';
import type { InspectorSearch } from '../../extension/protocol/inspectorNavigation.ts';
import type { InspectorState } from '../state/inspectorState.ts';
import type { Translate } from '../text/translate.ts';
import { element } from '../ui/element.ts';
import { icon } from '../ui/icon.ts';
import type { Surroundings, View } from '../ui/view.ts';
import { refocus } from '../ui/refocus.ts';

/** A condition of a search, as people write it, and the change that drops it. */
interface ConditionChip {
  readonly text: string;
  readonly without: Partial<InspectorSearch>;
}

/** The conditions of a search: those of its query as written, then those of its filter. */
const conditionChips = ({ query, filter }: InspectorSearch, t: Translate): readonly ConditionChip[] => [
  ...queryConditions(query).map((piece) => ({
    text: query.slice(piece.start, piece.end),
    without: { query: rewritten(query, piece, '') },
  })),
  ...Object.entries(filter).flatMap(([field, value]) =>
    value === undefined
      ? []
      : [
          {
            text: field === 'includeArchived' ? t('with archived') : `${field}:${String(value)}`,
            without: { filter: Object.fromEntries(Object.entries(filter).filter(([other]) => other !== field)) },
          },
        ],
  ),
];

/** The conditions of the search, one chip each; pressing one drops it and searches again. */
export const conditionBar = ({ inspector, t }: Surroundings): View => {
  const row = element('div', { class: 'chips', role: 'group', 'aria-label': t('Conditions of the search') });
  let drawn = '';
  return {
    element: row,
    update: ({ navigation: { search } }: InspectorState) => {
      const chips = conditionChips(search, t);
      row.hidden = chips.length === 0;
      const key = JSON.stringify([search.query, search.filter]);
      if (key === drawn) return;
      drawn = key;
      const hadFocus = row.contains(document.activeElement);
      row.replaceChildren(
        ...chips.map(({ text, without }) =>
          element(
            'button',
            {
              type: 'button',
              class: 'chip',
              'aria-label': t('Remove {0}', text),
              title: t('Remove {0}', text),
              on: { click: () => inspector.refine(without) },
            },
            element('span', { class: 'chip-text' }, text),
            icon('close'),
          ),
        ),
      );
      if (hadFocus) refocus(() => row.querySelector('button')?.focus());
    },
  };
};
