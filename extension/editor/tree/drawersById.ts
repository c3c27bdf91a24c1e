import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../palace/contract/drawerViewSchema.ts';

/** The drawers with these IDs, in order, without those that no longer exist. Looking them up does not count as access. */
export const drawersById = async (api: Pick<PalaceApi, 'show'>, ids: readonly string[]): Promise<DrawerView[]> => {
  const found = await Promise.all(
    ids.map((id) =>
      api.show({ drawer_id: id }).catch((thrown: unknown) => {
        if (PalaceError.from(thrown).code === 'E_DRAWER_NOT_FOUND') return null;
        throw thrown;
      }),
    ),
  );
  return found.filter((drawer) => drawer !== null);
};
