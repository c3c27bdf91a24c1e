import { parseJson } from '../../base/text/parseJson.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';

export interface ProfileOptions {
  readonly profile?: string;
  /** Profile flags for this call only, as `flag=value`. */
  readonly set?: readonly string[];
}

interface ProfileRequest {
  readonly profile?: string;
  readonly overrides?: Record<string, unknown>;
}

/** The profile request of `--profile` and `--set`. Throws E_USAGE. */
export const profileRequest = ({ profile, set }: ProfileOptions): ProfileRequest => ({
  ...(profile === undefined ? {} : { profile }),
  ...(set === undefined ? {} : { overrides: assignments(set) }),
});

/** The values of `--set`. Throws E_USAGE. */
export const assignments = (set: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(set.map(assignment));

/** Parses `name=value`. The value is parsed as JSON if possible, else taken as text. */
const assignment = (text: string): [string, unknown] => {
  const at = text.indexOf('=');
  if (at < 1) throw new PalaceError('E_USAGE', `--set wants name=value, not “${text}”.`);
  const value = text.slice(at + 1);
  const json = parseJson(value);
  return [text.slice(0, at), json === undefined ? value : json];
};
