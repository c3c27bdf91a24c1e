import { leftProperty } from '../filing/placedByHand.ts';
import { contentHash } from '../model/drawer/drawer.ts';
import { sourceId } from '../model/drawer/ids.ts';
import type { ReadQueries } from '../store/palaceStore.ts';
import type { StoredVector } from '../store/queries/vectors.ts';
import { drawerFields, parseRecord } from '../transfer/record/drawerRecord.ts';
import type { ImportedDrawer } from '../transfer/record/importItem.ts';
import { screenedItem } from '../transfer/screenedItem.ts';
import type { SharedDrawer } from './teamServer.ts';

/** A drawer's use here, and other fields that concern this palace only. */
const local = ['access_count', 'last_accessed', 'accesses', 'rejected_at'] as const;
/** Properties that stay here: the answer to the call that saved it, that call's session, and what mining here leaves alone. */
const localProperties = ['saved_with', 'session', leftProperty] as const;

/** Drawers as they are sent, by ID; those that are gone are left out. `model` is the key of the palace's own vectors, if it has any. */
export const sharedDrawers = (
  read: ReadQueries,
  ids: readonly string[],
  model: string | null,
): ReadonlyMap<string, SharedDrawer> =>
  new Map(
    read.wholeDrawers(ids).map((whole) => {
      const { drawer, properties } = whole;
      const fields = { ...drawerFields(whole, (source) => read.sourceById(sourceId(source))?.kind) };
      for (const name of local) delete fields[name];
      const kept = { ...properties };
      for (const name of localProperties) delete kept[name];
      const vector = model === null ? undefined : read.team.vectorOf(drawer.rowid, model);
      return [
        drawer.id,
        {
          record: { ...fields, properties: kept },
          text: drawer.text,
          // A zero vector says only that the model has none for the text.
          vector:
            vector === undefined || vector.scale === 0
              ? null
              : { model: vector.modelId, scale: vector.scale, data: vector.data },
        },
      ] as const;
    }),
  );

/** Why one of the team's drawers can't be filed here. */
interface Unfit {
  readonly problem: string;
}

/** The drawer in a change, checked: it is that of this ID and wing, its text is the one that was filed, and its names hold no secret. */
export const importedFrom = (
  { drawerId: id, wing }: { readonly drawerId: string; readonly wing: string },
  { record, text }: SharedDrawer,
): ImportedDrawer | Unfit => {
  const parsed = parseRecord({ ...record, text });
  if (!parsed.ok) return { problem: parsed.detail };
  if (parsed.drawer.id !== id) return { problem: `its record names the ID ${parsed.drawer.id}` };
  if (parsed.drawer.wing !== wing) return { problem: `its record names the wing ${parsed.drawer.wing}` };
  if (parsed.contentHash !== contentHash(text)) return { problem: 'its text is not the one that was filed' };
  const screened = screenedItem({ kind: 'drawer', drawer: parsed.drawer, where: id });
  if (screened.kind !== 'drawer' || screened.drawer.id !== id || screened.drawer.wing !== parsed.drawer.wing)
    return { problem: 'its name holds a secret' };
  return screened.drawer;
};

/** No text's vector has a larger scale. */
const highestScale = 1e6;

/** The drawer's vector, if it is one that has cosines, and the palace's own vectors are of the same model. */
export const vectorFor = (
  rowid: number,
  { vector }: SharedDrawer,
  model: string | null,
  dimension: number,
): StoredVector[] =>
  vector !== null &&
  vector.model === model &&
  vector.data.length === dimension &&
  vector.scale > 0 &&
  vector.scale < highestScale
    ? [{ rowid, modelId: vector.model, scale: vector.scale, data: vector.data }]
    : [];
