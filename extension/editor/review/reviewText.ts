import type { PlanView } from '../../palace/contract/memory/planSchemas.ts';
import type { Localiser } from '../platform/localiser.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import { daysText, drawersText, groupsText } from '../platform/countedText.ts';

/** Why a plan has no group to review, and what would change that; one or two sentences, without the API's terms. */
export const whyNothing = (
  { kind, candidates, settings, warnings }: Pick<PlanView, 'kind' | 'candidates' | 'settings' | 'warnings'>,
  localiser: Localiser,
): string => {
  const { t, count } = localiser;
  const sentences =
    kind === 'consolidation'
      ? [
          t(
            'No issues, decisions or insights are similar enough: three or more of them must be alike and share a tag or a room.',
          ),
          t(
            'Pinned and sensitive drawers, and what a newer one replaced, are left alone. Give related notes the same tag, and they are grouped.',
          ),
        ]
      : candidates.length === 0
        ? [
            t(
              'No drawer can be compacted: none is replaced, little used (below {0}) and last used more than {1} ago, all at once.',
              settings.compaction_threshold,
              daysText(settings.compaction_age_days, localiser),
            ),
            t(
              'Mark older notes as replaced in the Memory view; time does the rest. Pinned and sensitive drawers are never proposed.',
            ),
          ]
        : [
            candidates.length === 1
              ? t(
                  'One drawer is replaced, old and little used, but a summary needs three that are alike and share a tag or a room.',
                )
              : t(
                  '{0} drawers are replaced, old and little used, but no three of them are alike and share a tag or a room.',
                  count(candidates.length),
                ),
            t('They stay as they are. Give related notes the same tag, and they are grouped.'),
          ];
  return [...sentences, ...warnings.map((warning) => localisedReason(warning, localiser))].join(' ');
};

/** A stored plan in a list: what it would do, or what it did. */
export const planLine = (
  {
    kind,
    state,
    groups,
    would_archive: would,
    archived,
  }: {
    readonly kind: PlanView['kind'];
    readonly state: string;
    readonly groups: number;
    readonly would_archive: number;
    readonly archived: number;
  },
  localiser: Localiser,
): string => {
  const { t } = localiser;
  const what = kind === 'compaction' ? t('Compaction') : t('Consolidation');
  return state === 'proposed'
    ? t('{0}: {1} in {2}, not applied', what, drawersText(would, localiser), groupsText(groups, localiser))
    : t('{0}: {1} archived', what, drawersText(archived, localiser));
};
