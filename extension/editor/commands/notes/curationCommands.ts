import * as vscode from 'vscode';
import { batches } from '../../../base/batches.ts';
import { tiers, type Tier } from '../../../palace/model/drawer/drawer.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import type { PalaceApi } from '../../../palace/contract/palaceApi.ts';
import type { DrawerView } from '../../../palace/contract/drawerViewSchema.ts';
import { drawerLabel } from '../../memory/drawerText.ts';
import type { SearchHit } from '../../../palace/contract/search/searchResult.ts';
import { undoneChange, type Change } from '../../memory/undoneChange.ts';
import { commonTags, tagChange } from '../../notes/tagChoice.ts';
import { pickTags } from '../../notes/tagPick.ts';
import { registerCommands } from '../../platform/registerCommands.ts';
import { tellUndoable } from '../../platform/tellUndoable.ts';
import { pickDrawer } from '../../search/drawerPick.ts';
import type { CommandDependencies } from '../commandDependencies.ts';
import { onDrawers } from '../../tree/drawerArgument.ts';
import { countNotes, drawersWithParts } from '../../tree/drawersWithParts.ts';

export interface CurationDependencies extends CommandDependencies {
  /** What is selected in the side bar. */
  readonly selection: () => readonly unknown[];
  /** Drawers were changed by hand, and the views show it at once. */
  readonly changed: () => void;
}

/** What is said of a change. `only`: the drawer, if it is a single one. */
type MessageFor = (count: string, only: DrawerView | undefined) => string;

/** The largest number of drawers that one call changes. */
const mostPerCall = 1000;

/** Pin, tier, archive, supersede, mark, tag: for one drawer of the side bar or all that are selected. */
export const registerCurationCommands = (dependencies: CurationDependencies): vscode.Disposable => {
  const { t } = dependencies.localiser;
  const forDrawers = (run: (ids: readonly string[], dependencies: CurationDependencies) => Promise<void>) =>
    onDrawers(dependencies.selection, (ids) => run(ids, dependencies));
  const change = (values: Change, messageFor: MessageFor) =>
    forDrawers((ids) => mark(ids, values, messageFor, dependencies));
  return registerCommands(
    {
      pinDrawer: change({ pinned: true }, (count) => t('{0} pinned', count)),
      unpinDrawer: change({ pinned: false }, (count) => t('{0} unpinned', count)),
      restoreDrawer: change({ archived: false }, (count) => t('{0} restored', count)),
      markNotSuperseded: change({ superseded_by: null }, (count) => t('{0} no longer replaced', count)),
      markSensitive: change({ sensitive: true }, (count) =>
        t('{0} marked sensitive: found by words only, kept from agents', count),
      ),
      markNotSensitive: change({ sensitive: false }, (count) => t('{0} no longer sensitive', count)),
      archiveDrawer: change({ archived: true }, (count, only) =>
        only === undefined
          ? t('{0} archived; nothing was deleted.', count)
          : t('Archived “{0}”; nothing was deleted.', drawerLabel(only, dependencies.localiser)),
      ),
      setDrawerTier: forDrawers(setTier),
      markSuperseded: forDrawers(markSuperseded),
      editDrawerTags: forDrawers(editTags),
    },
    dependencies,
  );
};

const update = async (
  ids: readonly string[],
  values: Change,
  { session, changed }: CurationDependencies,
): Promise<number> => {
  const api = await session.api();
  let updated = 0;
  for (const some of batches(ids, mostPerCall))
    updated += (await api.update({ ...values, drawer_ids: some })).updated;
  changed();
  return updated;
};

/** Changes what is noted about drawers, says so and offers to undo it. Silent if there was nothing left to change. */
const mark = async (
  ids: readonly string[],
  values: Change,
  messageFor: MessageFor,
  dependencies: CurationDependencies,
): Promise<void> => {
  const { session, localiser } = dependencies;
  const drawers = await drawersWithParts(await session.api(), ids);
  const back = undoneChange(drawers, values);
  const updated = await update(ids, { ...values, whole_notes: true }, dependencies);
  if (updated === 0) return;
  const affected = new Set(back.flatMap((undone) => undone.ids));
  const notes = countNotes(drawers.filter(({ drawer_id: id }) => affected.has(id)));
  tellUndoable(
    messageFor(localiser.count(notes), ids.length === 1 ? drawers[0] : undefined),
    async () => {
      for (const undone of back) await update(undone.ids, undone.change, dependencies);
    },
    dependencies,
  );
};

const setTier = async (ids: readonly string[], dependencies: CurationDependencies): Promise<void> => {
  const { t } = dependencies.localiser;
  const words: Readonly<Record<Tier, readonly [string, string]>> = {
    longterm: [t('Long Term'), t('Counts more in search, and never fades')],
    working: [t('Normal'), t('Counts as usual, and fades as it is less used')],
    ephemeral: [t('Short Term'), t('Counts less, and is archived after a week unless it is used')],
  };
  const chosen = await vscode.window.showQuickPick(
    [...tiers]
      .reverse()
      .map((tier) => ({ label: words[tier][0], description: tier, detail: words[tier][1], tier })),
    { title: t('Set Tier') },
  );
  if (chosen === undefined) return;
  await mark(ids, { tier: chosen.tier }, (count) => t('{0} now {1}', count, chosen.label), dependencies);
};

const markSuperseded = async (ids: readonly string[], dependencies: CurationDependencies): Promise<void> => {
  const { session, localiser } = dependencies;
  const { t } = localiser;
  const api = await session.api();
  const by = await pickDrawer({
    title: t('Replaced By'),
    placeholder: t('Type to find the drawer that replaces it'),
    except: new Set(ids),
    offered: await similarToOnly(ids, api),
    api,
    localiser,
  });
  if (by !== undefined)
    await mark(ids, { superseded_by: by }, (count) => t('{0} marked replaced', count), dependencies);
};

/** The drawers most like the given one; none for several. */
const similarToOnly = async (ids: readonly string[], api: PalaceApi): Promise<readonly SearchHit[]> => {
  const [only, ...others] = ids;
  if (only === undefined || others.length > 0) return [];
  try {
    return (await api.similar({ drawer_id: only, k: 10 })).results;
  } catch (thrown) {
    // Without a vector there is nothing to offer, but typing still finds drawers.
    if (PalaceError.from(thrown).code === 'E_NO_VECTOR') return [];
    throw thrown;
  }
};

const editTags = async (ids: readonly string[], dependencies: CurationDependencies): Promise<void> => {
  const { session, localiser } = dependencies;
  const { t } = localiser;
  const api = await session.api();
  const drawers = await Promise.all(ids.map((id) => api.show({ drawer_id: id })));
  const common = commonTags(drawers).filter((tag) => !tag.startsWith('sha:'));
  const chosen = await pickTags({ title: t('Tags'), known: (await api.tags({})).tags, chosen: common, localiser });
  if (chosen === undefined) return;
  const { add, remove } = tagChange(common, chosen);
  if (add.length + remove.length === 0) return;
  const values = { tags_add: [...add], tags_remove: [...remove] };
  await mark(ids, values, (count) => t('Tags of {0} changed', count), dependencies);
};
