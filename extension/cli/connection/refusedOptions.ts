import { palaceCall, type PalaceApi, type PalaceMethod, type Params } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import { complaint } from '../../palace/model/errors/schemaProblem.ts';

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

/** Throws E_USAGE if the palace would refuse what a person gave for a call; the error names what they typed. */
const demandPossible = async <M extends PalaceMethod>(method: M, params: Params<M>): Promise<void> => {
  const issue = (await palaceCall(method)).params.safeParse(params).error?.issues[0];
  const name = String(issue?.path[0]);
  const typed = typedNames.get(`${method}.${name}`) ?? typedNames.get(name);
  if (issue !== undefined && typed !== undefined)
    throw new PalaceError('E_USAGE', `${typed}: it ${complaint(issue, params)}.`);
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
