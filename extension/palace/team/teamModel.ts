import { stampKey, type ModelStamp } from '../model/embedding/modelStamp.ts';

/** A model that made some of a wing's vectors. */
export interface TeamModel {
  /** The first 200 characters of its stamp's key (`stampKey`). */
  readonly key: string;
  readonly dim: number;
}

/** A model as the team names it. `key` is its stamp's whole key. */
export const teamModel = (key: string, dim: number): TeamModel => ({ key: key.slice(0, 200), dim });

export const sameTeamModel = (a: TeamModel, b: TeamModel): boolean => a.key === b.key && a.dim === b.dim;

/** Whether the model's vectors can be compared with those of a stamp. */
export const isModelOf = (model: TeamModel, stamp: ModelStamp): boolean =>
  sameTeamModel(model, teamModel(stampKey(stamp), stamp.dim));
