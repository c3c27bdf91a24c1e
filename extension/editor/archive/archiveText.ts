import { drawersText, groupsText, summariesText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';
import type { PlanRow } from './archiveNode.ts';

export const stateText = (state: PlanRow['state'], { t }: Localiser): string => {
  switch (state) {
    case 'proposed':
      return t('proposed');
    case 'applied':
      return t('applied');
    case 'restored':
      return t('undone');
  }
};

/** A plan in a few words: kind and size. */
export const planLabel = (plan: PlanRow, localiser: Localiser): string => {
  const kind = plan.kind === 'compaction' ? localiser.t('Compaction') : localiser.t('Consolidation');
  return `${kind}: ${groupsText(plan.groups, localiser)}, ${drawersText(plan.state === 'applied' ? plan.archived : plan.would_archive, localiser)}`;
};

/** What is known about a plan without opening it, line by line. */
export const planFacts = (plan: PlanRow, localiser: Localiser): readonly string[] => {
  const { t, time } = localiser;
  return [
    planLabel(plan, localiser),
    plan.state === 'proposed'
      ? t(
          'Would put {0} into {1} and archive the drawers. Nothing has been written.',
          drawersText(plan.would_archive, localiser),
          summariesText(plan.would_create_summaries, localiser),
        )
      : plan.state === 'applied'
        ? t('Applied: {0} in the archive. It can be undone.', drawersText(plan.archived, localiser))
        : t('It was applied, and undone again.'),
    t(
      'Made {0} with the profile {1}, of the palace’s revision {2}',
      time(plan.created_at),
      plan.profile,
      plan.palace_revision,
    ),
    plan.id,
  ];
};
