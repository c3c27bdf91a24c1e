import type { InspectorState } from '../../state/inspectorState.ts';
import { element } from '../../ui/element.ts';
import { messageSection, type Message } from '../../ui/messageSection.ts';
import type { Surroundings } from '../../ui/view.ts';
import { counted } from '../../score/counted.ts';
import { reasonText } from '../../score/reasonText.ts';

/** Shown instead of the cards: the situation, then what to do. Nothing while it is too early to say anything. */
export const reviewMessage = (
  { palace, commands, review: { plan, pending, failure } }: InspectorState,
  { inspector, t }: Surroundings,
): readonly HTMLElement[] => {
  if (palace === null || (plan === null && pending !== null)) return [];
  const message = (title: string, paragraphs: Message['paragraphs'], label: string): HTMLElement =>
    messageSection({
      title,
      paragraphs,
      buttons: commands.includes('reviewCompaction')
        ? [{ label, primary: true, run: () => inspector.editor.runCommand('reviewCompaction') }]
        : [],
    });
  if (plan !== null) {
    return [
      message(
        t('This plan has nothing to summarize.'),
        [
          counted(
            plan.candidates.length,
            'One drawer qualified, but a group needs three that are alike.',
            '{0} drawers qualified, but a group needs three that are alike.',
            t,
          ),
          ...plan.warnings.map((warning) => reasonText(warning, t)),
        ],
        t('Make another plan…'),
      ),
    ];
  }
  if (failure !== null)
    return [
      message(
        t('The plan could not be read.'),
        [failure.message, failure.remedy, element('code', {}, failure.code)],
        t('Make a plan…'),
      ),
    ];
  return [
    message(
      t('There is no plan to review.'),
      [
        t(
          'Old notes pile up: some that a newer one replaced, some that repeat each other. A plan says which of them one summary could replace, why, and what would be lost.',
        ),
        t(
          'Making a plan changes no drawer. You approve it group by group; nothing is archived before that, and everything can be undone.',
        ),
      ],
      t('Make a plan…'),
    ),
  ];
};
