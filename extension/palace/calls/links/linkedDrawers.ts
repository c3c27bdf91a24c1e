import type { LinkedPalace, LinkedPalaces } from '../../contract/linkedPalaces.ts';
import type { PalaceApi } from '../../contract/palaceApi.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { linkedId, partsOfLinkedId } from '../../model/drawer/linkedId.ts';
import { eachCall } from '../running/eachCall.ts';

/**
 * The palace's calls, which also know the drawers of linked palaces: `show` shows them, an access to them is not counted, and every
 * other call that names one is refused with E_LINKED, which says where it lives.
 */
export const withLinkedDrawers = (calls: PalaceApi, links: LinkedPalaces): PalaceApi => {
  const linked = (id: string): { readonly palace: LinkedPalace; readonly id: string } | null => {
    const parts = partsOfLinkedId(id);
    const palace = parts === null ? undefined : links.list().find(({ name }) => name === parts.palace);
    return parts === null || palace === undefined ? null : { palace, id: parts.id };
  };
  const guarded = eachCall(calls, (run) => async (params, call) => {
    for (const id of namedDrawers(params as Readonly<Record<string, unknown>>)) {
      const found = linked(id);
      // An agent is not told of a palace that it may not see.
      if (found !== null && (found.palace.agents || call?.caller?.agent !== true))
        throw livesElsewhere(id, found.palace);
    }
    return run(params, call);
  });
  return {
    ...guarded,
    show: async (params, call = {}) => {
      const found = linked(params.drawer_id);
      if (found === null) return calls.show(params, call);
      const { palace, id } = found;
      if (!palace.agents && (params.for_agent === true || call.caller?.agent === true))
        throw new PalaceError(
          'E_DRAWER_NOT_FOUND',
          errorText`There is no drawer ${params.drawer_id} in this palace.`,
        );
      const drawer = await palace.call('linkedDrawer', { drawer_id: id }, call.signal).catch((thrown: unknown) => {
        throw isMissing(thrown) ? notThere(id, palace) : thrown;
      });
      const named = (other: string | null) => (other === null ? null : linkedId(palace.name, other));
      return {
        ...drawer,
        drawer_id: params.drawer_id,
        palace: palace.name,
        palace_workspace: palace.workspace,
        superseded_by: named(drawer.superseded_by),
        consolidated_into: named(drawer.consolidated_into),
      };
    },
    recordAccess: (params, call) =>
      calls.recordAccess({ ...params, drawer_ids: params.drawer_ids.filter((id) => linked(id) === null) }, call),
  };
};

const namedDrawers = ({ drawer_id: one, drawer_ids: many }: Readonly<Record<string, unknown>>): string[] =>
  [one, ...(Array.isArray(many) ? (many as unknown[]) : [])].filter((id) => typeof id === 'string');

const isMissing = (thrown: unknown): boolean => PalaceError.from(thrown).code === 'E_DRAWER_NOT_FOUND';

const notThere = (id: string, { name }: LinkedPalace): PalaceError =>
  new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in “${name}”.`, {
    remedy: errorText`Check the ID; a search with palace:${name} shows the drawers there are.`,
  });

const livesElsewhere = (id: string, { name, folder, workspace, takeOver }: LinkedPalace): PalaceError =>
  new PalaceError('E_LINKED', errorText`${id} lives in “${name}”, which is only searched and read from here.`, {
    remedy:
      takeOver ??
      (workspace === null
        ? errorText`Use that palace itself: synapse-palace --palace ${folder}.`
        : errorText`Open ${workspace} in a window of its own, or run the command there.`),
  });
