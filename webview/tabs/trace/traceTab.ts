import type { SearchResult } from '../../../extension/palace/contract/search/searchResult.ts';
import type { SearchRun } from '../../state/inspectorState.ts';
import { element, replaceContent } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { noTrace } from '../noTrace.ts';
import { sizedPanel } from '../sizedPanel.ts';
import { dropSection } from './dropSection.ts';
import { flowSection } from './flowSection.ts';
import { whyNotBox } from './whyNotBox.ts';
import { translatable } from '../../text/translate.ts';
import { refocus } from '../../ui/refocus.ts';

const narrowLayout = '(max-width: 699px)';

const open = (surroundings: Surroundings): TabPanel => {
  const { t } = surroundings;
  const flow = element('div');
  const missing = element('div');
  const drops = dropSection(surroundings);
  const why = whyNotBox(surroundings);
  const split = element('div', { class: 'trace-split' }, drops.element, missing, why.element);
  let drawn: { readonly result: unknown; readonly width: number } | undefined;
  let isTableOpen = false;

  const drawFlow = (result: SearchResult, width: number): void => {
    const focused = flow.contains(document.activeElement);
    const isNarrow = window.matchMedia(narrowLayout).matches;
    const hasFlow = result.candidate_trace !== undefined && result.flow !== undefined;
    const keep = (isOpen: boolean): void => {
      isTableOpen = isOpen;
    };
    const view = { width, isNarrow, isTableOpen, keep };
    replaceContent(flow, hasFlow ? flowSection(result, view, surroundings) : null);
    if (focused) refocus(() => flow.querySelector('summary')?.focus());
  };
  const drawDrops = (run: SearchRun): void => {
    const traced = run.result.candidate_trace !== undefined;
    const invitation = t(
      'They show how many candidates entered and left each phase, and why each one was dropped.',
    );
    replaceContent(missing, traced ? null : noTrace(run, invitation, surroundings));
    drops.element.hidden = !traced;
    missing.hidden = traced;
    if (traced) drops.update(run.result);
  };
  const panel = sizedPanel(element('div', {}, flow, split), (run, state, width) => {
    const { result } = run;
    why.update(state);
    why.element.hidden = run.similarTo !== null;
    if (drawn?.result !== result || drawn.width !== width) drawFlow(result, width);
    if (drawn?.result !== result) drawDrops(run);
    drawn = { result, width };
  });
  return {
    ...panel,
    dispose: () => {
      panel.dispose();
      drops.dispose();
    },
  };
};

/** Trace: the flow of candidates, each one that was dropped, and why a given drawer is not there. */
export const traceTab: SearchTab = {
  id: 'trace',
  title: translatable('Trace'),
  showsEmptyRuns: true,
  open,
  count: ({ result }) =>
    result.candidate_trace === undefined
      ? null
      : result.pipeline_trace.total_candidates_in - result.results.length,
};
