import type { MovedBatch, WaitingPlan } from '../../palace/contract/memory/moveSchemas.ts';
import { drawersText, groupsText } from '../platform/countedText.ts';
import type { Localiser } from '../platform/localiser.ts';

/** What a batch moved and who did, in a few words. */
export const movedLabel = ({ by, archived, demoted, promoted }: MovedBatch, { t, count }: Localiser): string => {
  const moves = [
    ...(archived === 0 ? [] : [t('{0} archived', count(archived))]),
    ...(demoted === 0 ? [] : [t('{0} demoted', count(demoted))]),
    ...(promoted === 0 ? [] : [t('{0} promoted', count(promoted))]),
  ].join(', ');
  return by === 'maintenance' ? t('Maintenance: {0}', moves) : t('An agent: {0}', moves);
};

/** What an agent's plan would do. */
export const waitingLabel = ({ groups, would_archive: drawers }: WaitingPlan, localiser: Localiser): string =>
  localiser.t('A plan of an agent: {0}, {1}', groupsText(groups, localiser), drawersText(drawers, localiser));
