import type { SearchRun } from '../state/inspectorState.ts';
import { element } from '../ui/element.ts';
import { actionButton } from '../ui/toolkit.ts';
import type { Surroundings } from '../ui/view.ts';

/** Shown instead of content that needs a trace: what is missing, and a button that gets it. */
export const noTrace = (run: SearchRun, needs: string, { inspector, t }: Surroundings): HTMLElement => {
  const { similarTo } = run;
  if (similarTo !== null) {
    return element(
      'section',
      { class: 'message' },
      element('h2', {}, t('This list is by similarity alone.')),
      element(
        'p',
        {},
        t('It holds the drawers nearest to “{0}”; no candidates were weighed or dropped.', similarTo.title),
      ),
      element(
        'div',
        { class: 'buttons' },
        actionButton({
          label: t('Back to the search'),
          primary: true,
          run: () => inspector.search({ candidateTrace: true }),
        }),
      ),
    );
  }
  return element(
    'section',
    { class: 'message' },
    element('h2', {}, t('No details were recorded for this search.')),
    element('p', {}, needs),
    element(
      'div',
      { class: 'buttons' },
      actionButton({
        label: t('Search again with details'),
        primary: true,
        run: () => inspector.search({ candidateTrace: true }),
      }),
    ),
  );
};
