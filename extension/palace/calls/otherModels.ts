import { stampOfKey, type ModelStamp } from '../model/embedding/modelStamp.ts';
import { modelGuard } from '../retrieval/query/modelGuard.ts';
import { isModelOf, type TeamModel } from '../team/teamModel.ts';

/**
 * What the model guard says of the vectors that other models made, once for each of these; null if there are none. Nobody can turn
 * that off: vectors of two models are never compared at a team's server. `made`: wing → the models of its vectors.
 */
export const otherModelsText = (
  made: Readonly<Record<string, readonly TeamModel[]>>,
  query: ModelStamp,
): string | null => {
  const found = new Map<string, { readonly model: TeamModel; readonly wings: string[]; isAll: boolean }>();
  for (const [wing, models] of Object.entries(made))
    for (const model of models) {
      if (isModelOf(model, query)) continue;
      const key = `${model.dim} ${model.key}`;
      const known = found.get(key) ?? { model, wings: [], isAll: true };
      known.wings.push(wing);
      known.isAll &&= models.length === 1;
      found.set(key, known);
    }
  if (found.size === 0) return null;
  return [...found.values()]
    .map(({ model, wings, isAll }) => {
      const drawers = isAll ? 'drawers' : 'some drawers';
      return `${drawers} of the ${wings.length === 1 ? 'wing' : 'wings'} ${wings.join(', ')}: ${guardOf(model, query)}`;
    })
    .join(' ');
};

const guardOf = ({ key, dim }: TeamModel, query: ModelStamp): string => {
  const told = stampOfKey(key, dim);
  // Of the hash, the key has only the beginning.
  const made = query.sha256.startsWith(told.sha256) ? { ...told, sha256: query.sha256 } : told;
  return modelGuard(made, query, true).warning ?? '';
};
