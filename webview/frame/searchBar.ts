import type { InspectorSearch } from '../../extension/protocol/inspectorNavigation.ts';
import { filterConditions } from '../state/panelContent.ts';
import { element } from '../ui/element.ts';
import { optionSelect } from '../ui/optionSelect.ts';
import { toggleButton } from '../ui/toggleButton.ts';
import { searchField } from '../ui/toolkit.ts';
import type { Surroundings, View } from '../ui/view.ts';

/** The query with its history (↑ ↓), the profile, and the options of a search. */
export const searchBar = ({ inspector, t }: Surroundings, filtersId: string): View => {
  let back = -1; // how far back in the history; −1 is what is being typed
  let typed = '';

  const walkHistory = (by: number): void => {
    const { history, search } = inspector.state.navigation;
    if (back === -1) typed = search.query;
    const to = Math.max(-1, Math.min(history.length - 1, back + by));
    if (to === back) return;
    back = to;
    inspector.edit({ query: to === -1 ? typed : (history[to] ?? typed) });
  };
  const field = searchField({
    label: t('Search this palace'),
    placeholder: t('Search memory; try wing:notes or "exact words"'),
    onInput: (query) => {
      back = -1;
      inspector.edit({ query });
    },
    onKey: (event) => {
      if (event.key === 'Enter' && !event.isComposing) {
        back = -1;
        inspector.search({ k: null });
      } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        event.preventDefault();
        walkHistory(event.key === 'ArrowUp' ? 1 : -1);
      }
    },
  });
  const profile = optionSelect(t('Profile'), (value) =>
    inspector.refine({ profile: value === '' ? null : value, overrides: undefined }),
  );
  const flip = (flag: 'explain' | 'candidateTrace' | 'dryRun') => (): void => {
    const change: Partial<InspectorSearch> = { [flag]: !inspector.state.navigation.search[flag] };
    inspector.refine(change);
  };
  const filters = toggleButton({
    icon: 'filter',
    word: t('Filters'),
    label: t('Filters'),
    controls: filtersId,
    toggle: () => inspector.setLook({ filtersOpen: !inspector.state.look.filtersOpen }),
  });
  const explain = toggleButton({
    icon: 'bars',
    word: t('Explain'),
    label: t('Explain scores'),
    toggle: flip('explain'),
  });
  const trace = toggleButton({
    icon: 'flow',
    word: t('Trace'),
    label: t('Trace candidates'),
    toggle: flip('candidateTrace'),
  });
  const dryRun = toggleButton({
    icon: 'beaker',
    word: t('Dry run'),
    label: t('Dry run: leave no trace in the access log'),
    toggle: flip('dryRun'),
  });

  return {
    element: element(
      'div',
      { class: 'search', role: 'search' },
      element('div', { class: 'query' }, field.element),
      element('div', { class: 'picker' }, profile.element),
      element(
        'div',
        { class: 'toggles', role: 'group', 'aria-label': t('Search options') },
        filters.element,
        explain.element,
        trace.element,
        dryRun.element,
      ),
    ),
    update: ({ navigation: { search }, profiles, look }) => {
      field.value = search.query;
      profile.update(
        [
          { value: '', label: profiles.current === '' ? t('default') : profiles.current },
          ...profiles.names
            .filter((name) => name !== profiles.current)
            .map((name) => ({ value: name, label: name })),
        ],
        search.profile === profiles.current ? '' : (search.profile ?? ''),
      );
      filters.update(
        look.filtersOpen,
        filterConditions(search.filter).length + (search.filter.includeArchived === true ? 1 : 0),
      );
      explain.update(search.explain);
      trace.update(search.candidateTrace);
      dryRun.update(search.dryRun);
    },
  };
};
