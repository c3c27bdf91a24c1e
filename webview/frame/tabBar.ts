import { formatCount, formatMilliseconds } from '../score/numberFormat.ts';
import type { InspectorState } from '../state/inspectorState.ts';
import type { InspectorTab } from '../tabs/inspectorTab.ts';
import { element } from '../ui/element.ts';
import type { Surroundings, View } from '../ui/view.ts';
import { drawersText } from '../score/counted.ts';

export const tabElementId = (id: string): string => `tab-${id}`;

/** The shown tab: the chosen one, or the first if the chosen one does not exist. */
export const shownTab = (tabs: readonly InspectorTab[], chosen: string): InspectorTab | undefined =>
  tabs.find(({ id }) => id === chosen) ?? tabs[0];

const countOf = (tab: InspectorTab, state: InspectorState): number | null => {
  if ('countOf' in tab) return tab.countOf(state);
  const { run, failure } = state;
  return run === null || failure !== null || run.result.results.length === 0 ? null : tab.count(run);
};

/** The search in one line: results, time, drawers. */
const summaryOf = ({ palace, run, pending }: InspectorState, t: Surroundings['t']): string => {
  if (pending?.noticed === true) return t('searching…');
  if (palace === null) return '';
  const drawers = drawersText(palace.drawers, t);
  if (run === null) return drawers;
  const trace = run.result.pipeline_trace;
  return [
    trace.total_candidates_in === 1
      ? t('{0} of 1 candidate', formatCount(run.result.results.length))
      : t('{0} of {1} candidates', formatCount(run.result.results.length), formatCount(trace.total_candidates_in)),
    `${formatMilliseconds(trace.elapsed_ms)} ms`,
    drawers,
    ...(run.search.dryRun ? [t('dry run')] : []),
  ].join(' · ');
};

/** Tabs (one stop: ← → Home End) and a summary of the search. */
export const tabBar = ({ inspector, t }: Surroundings, tabs: readonly InspectorTab[], panelId: string): View => {
  const buttons = tabs.map((tab, index) => {
    const count = element('span', { class: 'count', hidden: true });
    const button = element(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: tabElementId(tab.id),
        'aria-controls': panelId,
        on: {
          click: () => inspector.chooseTab(tab.id),
          keydown: (event) => {
            const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 }[
              event.key
            ];
            const other = target === undefined ? undefined : buttons[target];
            if (other === undefined) return;
            event.preventDefault();
            other.button.focus();
            other.button.click();
          },
        },
      },
      t(tab.title),
      count,
    );
    return { tab, button, count };
  });
  const summary = element('p', { class: 'summary' });

  return {
    element: element(
      'div',
      { class: 'tabbar' },
      element(
        'div',
        { role: 'tablist', 'aria-label': t('Inspector') },
        buttons.map(({ button }) => button),
      ),
      summary,
    ),
    update: (state) => {
      const shown = shownTab(tabs, state.navigation.tab);
      for (const { tab, button, count } of buttons) {
        button.setAttribute('aria-selected', String(tab === shown));
        button.tabIndex = tab === shown ? 0 : -1;
        const number = countOf(tab, state);
        count.hidden = number === null;
        count.textContent = number === null ? '' : formatCount(number);
      }
      summary.textContent = summaryOf(state, t);
    },
  };
};
