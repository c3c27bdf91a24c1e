import { drawersAt, isPlace, type PlaceReading } from '../../agent/tools/drawerAt.ts';
import { sourcePath } from '../../agent/tools/sourcePath.ts';
import { plural } from '../../base/text/plural.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../palace/model/errors/palaceError.ts';
import type { PalaceLocation } from '../../service/palaceLocation.ts';

/** Where drawers are named. */
interface NamingPlace {
  readonly api: PalaceApi;
  /** Paths of places may also be absolute, within its workspace. */
  readonly location: Pick<PalaceLocation, 'workspace'>;
}

type Meant = Pick<PlaceReading, 'archived'>;

/**
 * The IDs, each once, of the drawers that IDs and places (`src/a.ts:12–34`) stand for. IDs are taken as they are, whether or not there
 * is such a drawer. Throws E_DRAWER_NOT_FOUND for a place without any.
 */
export const namedDrawers = async (
  place: NamingPlace,
  names: readonly string[],
  meant: Meant = {},
): Promise<string[]> => {
  const ids = new Set<string>();
  for (const name of names) for (const id of await idsAt(place, name, meant)) ids.add(id);
  return [...ids];
};

/** The same of a name for a command that takes one drawer at a time. Throws E_USAGE, which names the candidates, if it stands for several. */
export const namedDrawer = async (place: NamingPlace, name: string): Promise<string> => {
  const [only, ...others] = await idsAt(place, name, {});
  if (others.length === 0) return only;
  const ids = [only, ...others];
  throw new PalaceError('E_USAGE', `${name} is the place of ${plural(ids.length, 'drawer')}.`, {
    remedy: `Name one of them by its ID: ${ids.join(', ')}`,
  });
};

const idsAt = async (
  { api, location }: NamingPlace,
  name: string,
  meant: Meant,
): Promise<readonly [string, ...string[]]> => {
  if (!isPlace(name)) return [name];
  const [first, ...others] = await drawersAt(api, sourcePath(name, location.workspace), {
    ...meant,
    forAgent: false,
  });
  return [first.drawer_id, ...others.map(({ drawer_id: id }) => id)];
};
