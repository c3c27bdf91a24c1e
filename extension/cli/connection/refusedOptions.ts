import type * as z from 'zod';
import { palaceCall, type PalaceApi, type PalaceMethod, type Params } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';

/** What a person types for the parameters of calls that have limits. */
const typedNames: ReadonlyMap<string, string> = new Map([
  ['archive_reason', '--reason'],
  ['context_max', '--context-max'],
  ['drawer_id', 'the drawer’s ID'],
  ['drawer_ids', 'the drawers’ IDs'],
  ['k', '--k'],
  ['now', '--now'],
  ['request_id', '--request-id'],
  ['session_id', '--session'],
  ['source', '--source'],
  ['url', 'the URL'],
  ['importConversations.wing', '--wing'],
  ['wing', 'the wing'],
]);

/** What is wrong with a value, in words. */
const complaint = (issue: z.core.$ZodIssue): string => {
  if (issue.code === 'too_small')
    return `must ${bound(issue.origin, issue.inclusive ? 'at least' : 'more than', issue.minimum)}`;
  if (issue.code === 'too_big')
    return `must ${bound(issue.origin, issue.inclusive ? 'at most' : 'less than', issue.maximum)}`;
  if (issue.code === 'invalid_format' && issue.format === 'datetime')
    return 'must be a time of the years 0 to 9999, such as 2026-01-31T12:00:00Z';
  return `is not possible (${issue.message})`;
};

const bound = (origin: string, words: string, limit: number | bigint): string => {
  const unit = origin === 'string' ? 'character' : origin === 'array' ? 'value' : null;
  return unit === null ? `be ${words} ${limit}` : `have ${words} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
};

/** Throws E_USAGE if the palace would refuse what a person gave for a call; the error names what they typed. */
const demandPossible = async <M extends PalaceMethod>(method: M, params: Params<M>): Promise<void> => {
  const issue = (await palaceCall(method)).params.safeParse(params).error?.issues[0];
  const name = String(issue?.path[0]);
  const typed = typedNames.get(`${method}.${name}`) ?? typedNames.get(name);
  if (issue !== undefined && typed !== undefined)
    throw new PalaceError('E_USAGE', `${typed}: it ${complaint(issue)}.`);
};

/** The palace's calls, which name the option that a person typed where the palace refuses a call's parameters. */
export const withNamedOptions = (api: PalaceApi): PalaceApi =>
  new Proxy(api, {
    get: (target, name, receiver) => {
      const call: unknown = Reflect.get(target, name, receiver);
      if (typeof call !== 'function') return call;
      return async (params: never, options: unknown) => {
        try {
          return await (call as (...given: unknown[]) => Promise<unknown>)(params, options);
        } catch (thrown) {
          if (PalaceError.from(thrown).code === 'E_MESSAGE') await demandPossible(name as PalaceMethod, params);
          throw thrown;
        }
      };
    },
  });
