import type { LinkState } from '../../palace/contract/search/linkSchemas.ts';
import { drawersText } from '../platform/countedText.ts';
import { byteSize, type Localiser } from '../platform/localiser.ts';

/** A linked palace in a list: where it is, and whether it can be searched. */
export const linkText = (
  { name, folder, workspace, agents, problem, drawers, bytes, model }: LinkState,
  localiser: Localiser,
): { readonly label: string; readonly description: string; readonly detail: string } => {
  const { t } = localiser;
  const parts = [
    problem === null ? drawersText(drawers ?? 0, localiser) : t('Can’t be searched: {0}', problem),
    problem === null ? byteSize(bytes ?? 0, localiser) : null,
    problem === null ? (model ?? t('no vectors')) : null,
    agents ? t('agents find it, too') : t('agents don’t find it'),
  ];
  return {
    label: name,
    description: workspace ?? folder,
    detail: parts.filter((part) => part !== null).join(' · '),
  };
};
