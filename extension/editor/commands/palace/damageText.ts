import { damagePlace } from '../../../palace/contract/damagePlace.ts';
import type { Result } from '../../../palace/contract/palaceApi.ts';
import { localisedReason } from '../../platform/localisedReason.ts';
import type { Localiser } from '../../platform/localiser.ts';

/** What a check of the palace found damaged, as a document: each place with what is wrong there. */
export const damageText = (damaged: Readonly<Result<'verify'>['damaged']>, localiser: Localiser): string =>
  damaged
    .flatMap((found) => [
      localisedReason(damagePlace(found), localiser),
      `  ${localisedReason(found.problem, localiser)}`,
    ])
    .map((line) => `${line}\n`)
    .join('');
