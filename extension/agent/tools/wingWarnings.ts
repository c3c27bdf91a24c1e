import type { PalaceStatus } from '../../palace/contract/maintenanceSchemas.ts';
import { meantText } from '../../palace/contract/search/meantSearch.ts';
import { meantName } from '../../palace/model/query/queryEdits.ts';
import { palaceText, type AnswerValue } from '../answers/toolAnswer.ts';

/** The warnings of an answer without results, which was asked for one wing: whether the palace has none of that name. */
export const wingWarnings = (
  wing: string | undefined,
  { drawers }: Pick<PalaceStatus, 'drawers'>,
): AnswerValue => {
  const wings = Object.keys(drawers.by_wing);
  if (wing === undefined || wings.includes(wing)) return undefined;
  const meant = meantName('wing', wing, { wing: wings });
  const rest = meant === null ? 'mempalace_list_wings lists those there are.' : meantText([meant]);
  return [palaceText(`There is no wing “${wing}”. ${rest}`)];
};
