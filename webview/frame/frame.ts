import { inspectorTabs } from './inspectorTabs.ts';
import { element } from '../ui/element.ts';
import { refocus } from '../ui/refocus.ts';
import type { Surroundings } from '../ui/view.ts';
import { banners } from './banners.ts';
import { conditionBar } from './conditionChips.ts';
import { filterBar } from './filterBar.ts';
import { hatchPatterns } from './hatchPatterns.ts';
import { panel } from './panel.ts';
import { scrollPlaces } from './scrollPlaces.ts';
import { searchBar } from './searchBar.ts';
import { tabBar } from './tabBar.ts';
import { searchNews, type Heard } from './searchNews.ts';

const panelId = 'panel';
const filtersId = 'filters';
/**
 * The share of the window that the header may cover. A tab's own head needs room, too, within a third of the
 * window.
 */
const mostCovered = 0.22;

/** Puts the inspector's parts into the page and lets each follow the state. */
export const openFrame = (root: HTMLElement, surroundings: Surroundings): void => {
  const { inspector, t, tooltip, announcer } = surroundings;
  const search = searchBar(surroundings, filtersId);
  const filters = filterBar(surroundings, filtersId);
  const conditions = conditionBar(surroundings);
  const tabs = tabBar(surroundings, inspectorTabs, panelId);
  const notices = banners(surroundings);
  const content = panel(surroundings, inspectorTabs, panelId);
  const top = element(
    'header',
    { class: 'top' },
    search.element,
    conditions.element,
    filters.element,
    tabs.element,
  );
  root.replaceChildren(
    top,
    notices.element,
    element('main', {}, element('h1', { class: 'sr-only' }, t('Synapse Palace inspector')), content.element),
    tooltip.element,
    announcer.element,
    hatchPatterns(),
  );
  const stick = (): void => {
    // A header that would cover the results of a small or enlarged window scrolls away with them.
    const isLoose = top.offsetHeight > window.innerHeight * mostCovered;
    top.classList.toggle('loose', isLoose);
    // The list's head sticks below the header, whose height follows its content.
    root.style.setProperty('--top', isLoose ? '0px' : `${top.offsetHeight}px`);
  };
  new ResizeObserver(stick).observe(top);
  window.addEventListener('resize', stick);

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    if (tooltip.shown()) tooltip.hide();
    else if (inspector.cancel()) announcer.say(t('Search cancelled.'));
  });
  document.addEventListener('scroll', () => tooltip.hide(), { passive: true });

  let heard: Heard = inspector.state;
  const places = scrollPlaces();
  inspector.subscribe((state) => {
    const focused = document.activeElement;
    // A part marked so has no buttons while it waits, and takes the keyboard back itself.
    const returnsLater = focused?.closest('[data-returns-focus]') != null;
    places.leave(state.navigation.tab);
    for (const view of [search, conditions, filters, tabs, notices, content]) view.update(state);
    // What had the focus may be gone, and nothing of its own part has taken it: the keyboard goes on at what came of it.
    const isGone = focused?.isConnected === false || focused?.closest('[hidden]') != null;
    const now = document.activeElement;
    if (isGone && !returnsLater && (now === document.body || now === focused))
      refocus(() => content.element.focus({ preventScroll: true }));
    places.enter(state.navigation.tab, state.run?.requestId);
    const news = searchNews(heard, state, t);
    heard = state;
    if (news !== null) announcer.say(news);
  });
};
