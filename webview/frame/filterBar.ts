import type { InspectorFilter } from '../../extension/protocol/inspectorNavigation.ts';
import type { PalaceSummary } from '../../extension/protocol/palaceSummary.ts';
import { formatCount } from '../score/numberFormat.ts';
import { element } from '../ui/element.ts';
import { optionSelect } from '../ui/optionSelect.ts';
import type { Surroundings, View } from '../ui/view.ts';
import { roomCounts } from './roomCounts.ts';
import { vocabularyText } from '../text/vocabularyText.ts';

type ListField = 'wing' | 'room' | 'tier' | 'type';

const byCount = (counts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] =>
  Object.entries(counts).sort(([a, m], [b, n]) => n - m || a.localeCompare(b));

type ChangeFilter = (part: InspectorFilter) => void;
interface FilterPart {
  readonly element: HTMLElement;
  readonly update: (filter: InspectorFilter) => void;
}

const labelled = (label: string, control: HTMLElement): HTMLElement =>
  element('label', { class: 'filter' }, element('span', { class: 'dim' }, label), control);

/** Wing, room, tier and type, each with how many drawers it has. */
const listFilters = (change: ChangeFilter, { t }: Surroundings) => {
  const listSelect = (field: ListField, label: string) => {
    const select = optionSelect(label, (value) =>
      change({ [field]: value === '' ? undefined : [value], ...(field === 'wing' ? { room: undefined } : {}) }),
    );
    return { field, update: select.update, element: labelled(label, select.element) };
  };
  const lists = [
    listSelect('wing', t('Wing')),
    listSelect('room', t('Room')),
    listSelect('tier', t('Tier')),
    listSelect('type', t('Type')),
  ];
  const optionsOf = (palace: PalaceSummary | null, wing: string | undefined) => {
    const listed = (field: ListField, counts: Readonly<Record<string, number>>) => [
      { value: '', label: t('any') },
      ...byCount(counts).map(([value, count]) => ({
        value,
        label: `${field === 'tier' || field === 'type' ? vocabularyText(value, t) : value} (${formatCount(count)})`,
      })),
    ];
    return {
      wing: listed('wing', palace?.wings ?? {}),
      room: listed('room', palace === null ? {} : roomCounts(palace.rooms, wing)),
      tier: listed('tier', palace?.tiers ?? {}),
      type: listed('type', palace?.types ?? {}),
    };
  };
  let drawn = '';
  let counted: readonly unknown[] = [];
  let options: ReturnType<typeof optionsOf> | undefined;
  return {
    elements: lists.map((list) => list.element),
    /** Every letter of the query comes here, and a palace may have thousands of wings. */
    update: (filter: InspectorFilter, palace: PalaceSummary | null): void => {
      const [wing] = filter.wing ?? [];
      if (options === undefined || counted[0] !== palace || counted[1] !== wing) {
        options = optionsOf(palace, wing);
        counted = [palace, wing];
        drawn = '';
      }
      const chosen = lists.map(({ field }) => filter[field]?.[0] ?? '');
      if (drawn === JSON.stringify(chosen)) return;
      drawn = JSON.stringify(chosen);
      for (const [index, { field, update }] of lists.entries()) update(options[field], chosen[index] ?? '');
    },
  };
};

/** A field whose day is half typed has no value yet; setting it to none would take away what is typed. */
const setDay = (field: HTMLInputElement, time: string | undefined): void => {
  const day = time?.slice(0, 10) ?? '';
  if (field.value !== day) field.value = day;
};

const dayFilters = (change: ChangeFilter, { t }: Surroundings): FilterPart => {
  const dateInput = (label: string, field: 'after' | 'before') => {
    const input = element('input', {
      type: 'date',
      class: 'text-input',
      'aria-label': label,
      on: { change: () => change({ [field]: input.value === '' ? undefined : input.value }) },
    });
    return input;
  };
  const after = dateInput(t('Filed from'), 'after');
  const before = dateInput(t('Filed before'), 'before');
  return {
    element: element(
      'div',
      { class: 'filter dates' },
      element('span', { class: 'dim', 'aria-hidden': 'true' }, t('Filed')),
      after,
      element('span', { class: 'dim', 'aria-hidden': 'true' }, t('to before')),
      before,
    ),
    update: (filter) => {
      setDay(after, filter.after);
      setDay(before, filter.before);
    },
  };
};

/** Relevance, or a plain order over all matches. */
const sortSelect = ({ inspector, t }: Surroundings): View => {
  const select = optionSelect(t('Sort by'), (value) =>
    inspector.refine({ sortBy: value === 'importance' || value === 'recency' ? value : undefined }),
  );
  return {
    element: labelled(t('Sort by'), select.element),
    update: ({ navigation: { search } }) =>
      select.update(
        [
          { value: '', label: t('relevance') },
          { value: 'recency', label: t('newest first') },
          { value: 'importance', label: t('importance') },
        ],
        search.sortBy ?? '',
      ),
  };
};

/** The search's filters (wing, room, tier, type, days of filing, archived) and the order of its results. */
export const filterBar = (surroundings: Surroundings, id: string): View => {
  const { inspector, t } = surroundings;
  const change: ChangeFilter = (part) => {
    const filter = { ...inspector.state.navigation.search.filter, ...part };
    inspector.refine({
      filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
    });
  };
  const lists = listFilters(change, surroundings);
  const days = dayFilters(change, surroundings);
  const sort = sortSelect(surroundings);
  const archived = element('input', {
    type: 'checkbox',
    on: { change: () => change({ includeArchived: archived.checked ? true : undefined }) },
  });
  const clear = element(
    'button',
    {
      type: 'button',
      class: 'quiet',
      on: {
        click: () => {
          row.querySelector('select')?.focus(); // the button goes
          inspector.refine({ filter: {} });
        },
      },
    },
    t('Clear filters'),
  );
  const row = element(
    'div',
    { class: 'filters', id, role: 'group', 'aria-label': t('Filters'), hidden: true },
    lists.elements,
    days.element,
    element('label', { class: 'filter check' }, archived, t('Include archived')),
    sort.element,
    clear,
  );
  return {
    element: row,
    update: (state) => {
      const { palace, navigation, look } = state;
      const { filter } = navigation.search;
      row.hidden = !look.filtersOpen;
      lists.update(filter, palace);
      days.update(filter);
      sort.update(state);
      archived.checked = filter.includeArchived === true;
      clear.hidden = Object.keys(filter).length === 0;
    },
  };
};
