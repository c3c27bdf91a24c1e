import { stampKey, type ModelStamp } from '../model/modelStamp.ts';

/** A model that made vectors of a wing. */
export interface TeamModel {
  /** The key of its stamp (`stampKey`), the first 200 characters of it. */
  readonly key: string;
  readonly dim: number;
}

/** A model as the team names it. `key`: that of its stamp, whole. */
export const teamModel = (key: string, dim: number): TeamModel => ({ key: key.slice(0, 200), dim });

export const sameTeamModel = (a: TeamModel, b: TeamModel): boolean => a.key === b.key && a.dim === b.dim;

/** Whether a model made vectors that compare with those of a stamp. */
export const isModelOf = (model: TeamModel, stamp: ModelStamp): boolean =>
  sameTeamModel(model, teamModel(stampKey(stamp), stamp.dim));
