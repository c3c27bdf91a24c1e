import { formatCount } from '../score/numberFormat.ts';
import type { InspectorState } from '../state/inspectorState.ts';
import { inspectorTabs } from './inspectorTabs.ts';
import { element } from '../ui/element.ts';
import type { Surroundings } from '../ui/view.ts';
import { banners } from './banners.ts';
import { filterBar } from './filterBar.ts';
import { hatchPatterns } from './hatchPatterns.ts';
import { panel } from './panel.ts';
import { searchBar } from './searchBar.ts';
import { tabBar } from './tabBar.ts';

const panelId = 'panel';
const filtersId = 'filters';

/** Puts the inspector's parts into the page and lets each follow the state. */
export const openFrame = (root: HTMLElement, surroundings: Surroundings): void => {
  const { inspector, t, tooltip, announcer } = surroundings;
  const search = searchBar(surroundings, filtersId);
  const filters = filterBar(surroundings, filtersId);
  const tabs = tabBar(surroundings, inspectorTabs, panelId);
  const notices = banners(surroundings);
  const content = panel(surroundings, inspectorTabs, panelId);
  const top = element('header', { class: 'top' }, search.element, filters.element, tabs.element);
  root.replaceChildren(
    top,
    notices.element,
    element('main', {}, element('h1', { class: 'sr-only' }, t('Synapse Palace inspector')), content.element),
    tooltip.element,
    announcer.element,
    hatchPatterns(),
  );
  // The list's head sticks below the header, whose height follows its content.
  new ResizeObserver(() => root.style.setProperty('--top', `${top.offsetHeight}px`)).observe(top);

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    if (tooltip.shown()) tooltip.hide();
    else if (inspector.cancel()) announcer.say(t('Search cancelled.'));
  });
  document.addEventListener('scroll', () => tooltip.hide(), { passive: true });

  let announced: InspectorState['run'] = null;
  inspector.subscribe((state) => {
    for (const view of [search, filters, tabs, notices, content]) view.update(state);
    if (state.run !== null && state.run.requestId !== announced?.requestId) {
      const { length } = state.run.result.results;
      announcer.say(
        length === 0
          ? t('Nothing found.')
          : length === 1
            ? t('1 result.')
            : t('{0} results.', formatCount(length)),
      );
      announced = state.run;
    }
  });
};
