import * as z from 'zod';
import { parseJson } from '../../../base/text/parseJson.ts';

/** A file that a commit renamed, as paths in the repository. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

/** The property of a commit's drawer that holds its renames. */
export const renamesProperty = 'renames';

const pairsSchema = z.array(z.tuple([z.string(), z.string()]));

/** Renames as the value of a property: a JSON list of old and new paths. */
export const renamesText = (renames: readonly Rename[]): string =>
  JSON.stringify(renames.map(({ from, to }) => [from, to]));

/** The renames of a property's value; none if it is absent or has another form. */
export const renamesOf = (value: string | undefined): readonly Rename[] => {
  const { data = [] } = pairsSchema.safeParse(parseJson(value ?? '[]'));
  return data.map(([from, to]) => ({ from, to }));
};
