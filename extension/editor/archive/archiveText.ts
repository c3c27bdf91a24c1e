import { drawersText, groupsText, summariesText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';
import type { PlanRow } from './archiveNode.ts';

/** A reason of the archive in words. A reason that a person wrote is shown as it is. */
export const reasonText = (reason: string, { t }: Localiser): string => {
  switch (reason) {
    case 'maintenance':
      return t('Archived by maintenance');
    case 'by_hand':
      return t('Archived by hand');
    case 'consolidated':
      return t('Replaced by a summary');
    case 'consolidation_undone':
      return t('Summaries of plans that were undone');
    case 'edited':
      return t('Earlier texts of edited notes');
    case 'source_changed':
      return t('Earlier texts of changed files');
    case 'source_removed':
      return t('Of files that are gone');
    case 'taken_back':
      return t('Undone after saving');
    case 'imported_archived':
      return t('Imported as archived');
    case '':
      return t('Without a reason');
    default:
      return reason;
  }
};

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
