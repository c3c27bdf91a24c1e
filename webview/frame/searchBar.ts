import { inspectorLimits } from '../../extension/protocol/inspectorNavigation.ts';
import type { InspectorState } from '../state/inspectorState.ts';
import { filterConditions } from '../state/panelContent.ts';
import { element } from '../ui/element.ts';
import type { IconName } from '../ui/icon.ts';
import { optionSelect } from '../ui/optionSelect.ts';
import { toggleButton } from '../ui/toggleButton.ts';
import { searchField, type TextField } from '../ui/toolkit.ts';
import type { Surroundings, View } from '../ui/view.ts';

/** The query. ↑ and ↓ walk through earlier ones. */
const queryField = ({ inspector, t }: Surroundings): TextField => {
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
  return searchField({
    label: t('Search this palace'),
    placeholder: t('Search memory; try wing:notes or "exact words"'),
    mostCharacters: inspectorLimits.typed,
    onInput: (query) => {
      back = -1;
      inspector.edit({ query });
    },
    onKey: (event) => {
      if (event.isComposing) return; // these keys choose among an input method's words
      if (event.key === 'Enter') {
        back = -1;
        inspector.search({ k: null });
      } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        event.preventDefault();
        walkHistory(event.key === 'ArrowUp' ? 1 : -1);
      }
    },
  });
};

/** The options of a search, as buttons that stay pressed, and the one that opens the filters. */
const searchOptions = ({ inspector, t }: Surroundings, filtersId: string): View => {
  const flag = (name: 'explain' | 'candidateTrace' | 'dryRun', icon: IconName, word: string, label: string) => ({
    name,
    ...toggleButton({
      icon,
      word,
      label,
      toggle: () => inspector.refine({ [name]: !inspector.state.navigation.search[name] }),
    }),
  });
  const filters = toggleButton({
    icon: 'filter',
    word: t('Filters'),
    label: t('Filters'),
    controls: filtersId,
    toggle: () => inspector.setLook({ filtersOpen: !inspector.state.look.filtersOpen }),
  });
  const flags = [
    flag('explain', 'bars', t('Explain'), t('Explain scores')),
    flag('candidateTrace', 'flow', t('Record details'), t('Record details of every candidate')),
    flag('dryRun', 'beaker', t('Don’t record'), t('Don’t record this search')),
  ];
  const isStarred = ({ navigation: { search }, searches }: InspectorState): boolean =>
    searches.starred.includes(search.query.trim());
  const star = toggleButton({
    icon: 'star',
    word: t('Star'),
    label: t('Star this search'),
    toggle: () => inspector.editor.starSearch(!isStarred(inspector.state)),
  });
  return {
    element: element(
      'div',
      { class: 'toggles', role: 'group', 'aria-label': t('Search options') },
      filters.element,
      flags.map((button) => button.element),
      star.element,
    ),
    update: (state) => {
      const {
        navigation: { search },
        look,
      } = state;
      star.update(isStarred(state));
      const archived = search.filter.includeArchived === true ? 1 : 0;
      filters.update(look.filtersOpen, filterConditions(search.filter, t).length + archived);
      for (const { name, update } of flags) update(search[name]);
    },
  };
};

/** The query, the profile, and the options of a search. */
export const searchBar = (surroundings: Surroundings, filtersId: string): View => {
  const { inspector, t } = surroundings;
  const field = queryField(surroundings);
  const options = searchOptions(surroundings, filtersId);
  inspector.onSearchWanted(() => field.focus());
  const profile = optionSelect(t('Profile'), (value) =>
    inspector.refine({ profile: value === '' ? null : value, overrides: undefined }),
  );
  return {
    element: element(
      'div',
      { class: 'search', role: 'search' },
      element('div', { class: 'query' }, field.element),
      element('div', { class: 'picker' }, profile.element),
      options.element,
    ),
    update: (state) => {
      const {
        navigation: { search },
        profiles,
      } = state;
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
      options.update(state);
    },
  };
};
