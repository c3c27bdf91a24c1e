import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import type { ModelStamp } from '../model/embedding/modelStamp.ts';
import { isModelOf, sameTeamModel, teamModel, type TeamModel } from '../team/teamModel.ts';
import type { RecalledDrawer } from '../team/teamRecall.ts';

/** Wing → the models of its vectors. */
export type ModelsOfWings = Readonly<Record<string, readonly TeamModel[]>>;

/** The models of the wings that a filter lets through; a wing of which none is known has none. */
export const modelsInScope = (
  wings: readonly string[],
  models: ModelsOfWings,
  { wings: asked }: Pick<DrawerFilter, 'wings'>,
): ModelsOfWings =>
  Object.fromEntries(
    wings.flatMap((wing) =>
      asked?.some((each) => each === wing) === false ? [] : [[wing, models[wing] ?? []] as const],
    ),
  );

/** Whether any vector may compare with the query's: not where all are known to be of other models. */
export const mayCompare = (models: ModelsOfWings, query: ModelStamp): boolean =>
  Object.values(models).some((made) => made.length === 0 || made.some((model) => isModelOf(model, query)));

/** The models, and those of the drawers that were found: one may have come since the last exchange. */
export const withFound = (models: ModelsOfWings, found: readonly RecalledDrawer[]): ModelsOfWings => {
  const all = new Map(Object.entries(models));
  for (const { wing, vector } of found) {
    if (vector === null) continue;
    const model = teamModel(vector.model, vector.data.length);
    const known = all.get(wing) ?? [];
    if (!known.some((each) => sameTeamModel(each, model))) all.set(wing, [...known, model]);
  }
  return Object.fromEntries(all);
};
