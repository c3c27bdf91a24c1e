import type { InspectorState, SearchRun } from '../../state/inspectorState.ts';
import { element, replaceContent } from '../../ui/element.ts';
import type { Surroundings } from '../../ui/view.ts';
import type { SearchTab, TabPanel } from '../inspectorTab.ts';
import { noTrace } from '../noTrace.ts';
import { dropSection } from './dropSection.ts';
import { flowSection } from './flowSection.ts';
import { whyNotBox } from './whyNotBox.ts';

const narrowLayout = '(max-width: 699px)';

const open = (surroundings: Surroundings): TabPanel => {
  const { t } = surroundings;
  const flow = element('div');
  const missing = element('div');
  const drops = dropSection(surroundings);
  const why = whyNotBox(surroundings);
  const split = element('div', { class: 'trace-split' }, drops.element, missing, why.element);
  const whole = element('div', {}, flow, split);
  let last: { readonly run: SearchRun; readonly state: InspectorState } | undefined;
  let drawn: { readonly result: unknown; readonly width: number } | undefined;
  let tableOpen = false;

  const update = (run: SearchRun, state: InspectorState): void => {
    last = { run, state };
    const width = whole.clientWidth;
    if (width === 0) return; // not in the page yet: the observer calls again
    const { result } = run;
    const traced = result.candidate_trace !== undefined;
    why.update(state);
    why.element.hidden = run.similarTo !== null;
    if (drawn?.result !== result || drawn.width !== width) {
      const focused = flow.contains(document.activeElement);
      replaceContent(
        flow,
        traced && result.flow !== undefined
          ? flowSection(
              result,
              width,
              window.matchMedia(narrowLayout).matches,
              tableOpen,
              surroundings,
              (isOpen) => {
                tableOpen = isOpen;
              },
            )
          : null,
      );
      if (focused) flow.querySelector('summary')?.focus();
    }
    if (drawn?.result !== result) {
      replaceContent(
        missing,
        traced
          ? null
          : noTrace(
              run,
              t(
                'With a trace it tells how many candidates entered and left each phase, and why each one was dropped.',
              ),
              surroundings,
            ),
      );
      drops.element.hidden = !traced;
      missing.hidden = traced;
      if (traced) drops.update(result);
    }
    drawn = { result, width };
  };
  const observer = new ResizeObserver(() => {
    if (last !== undefined) update(last.run, last.state);
  });
  observer.observe(whole);
  return {
    element: whole,
    update,
    dispose: () => {
      observer.disconnect();
      drops.dispose();
    },
  };
};

/** Trace: the flow of candidates, every one that was dropped, and why a given drawer is not there. */
export const traceTab: SearchTab = {
  id: 'trace',
  title: 'Trace',
  showsEmptyRuns: true,
  open,
  count: ({ result }) =>
    result.candidate_trace === undefined
      ? null
      : result.pipeline_trace.total_candidates_in - result.results.length,
};
