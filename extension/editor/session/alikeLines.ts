import type { ConsolidationCandidate } from '../../palace/contract/memory/ageingSchemas.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { drawerLabel } from '../memory/drawerText.ts';
import { localisedReason } from '../platform/localisedReason.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawersById } from '../tree/drawersById.ts';

/** Most notes of a group that its tooltip names. */
const mostNamed = 10;

/** A tooltip's lines for notes that could be one summary: what they have in common, and how each begins. */
export const alikeLines = async (
  api: Pick<PalaceApi, 'show'>,
  { label, drawer_ids: ids }: ConsolidationCandidate,
  localiser: Localiser,
): Promise<readonly string[]> => {
  const { t, count } = localiser;
  const named = await drawersById(api, ids.slice(0, mostNamed));
  const rest = Math.max(0, ids.length - mostNamed);
  return [
    localisedReason(label, localiser),
    ...named.map((drawer) => drawerLabel(drawer, localiser)),
    ...(rest === 0 ? [] : [rest === 1 ? t('and 1 more') : t('and {0} more', count(rest))]),
  ];
};
