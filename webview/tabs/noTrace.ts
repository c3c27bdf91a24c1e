import type { SearchRun } from '../state/inspectorState.ts';
import { messageSection } from '../ui/messageSection.ts';
import type { ActionButton } from '../ui/toolkit.ts';
import type { Surroundings } from '../ui/view.ts';

/** Shown instead of content that needs a trace: what is missing, and a button that gets it. */
export const noTrace = (run: SearchRun, needs: string, { inspector, t }: Surroundings): HTMLElement => {
  const { similarTo } = run;
  const recordAgain = (label: string): ActionButton => ({
    label,
    primary: true,
    run: () => inspector.search({ candidateTrace: true }),
  });
  return messageSection(
    similarTo === null
      ? {
          title: t('No details were recorded for this search.'),
          paragraphs: [needs],
          buttons: [recordAgain(t('Search again with details'))],
        }
      : {
          title: t('This list is by similarity alone.'),
          paragraphs: [
            t('It holds the drawers nearest to “{0}”; no candidates were weighed or dropped.', similarTo.title),
          ],
          buttons: [recordAgain(t('Back to the search'))],
        },
  );
};
