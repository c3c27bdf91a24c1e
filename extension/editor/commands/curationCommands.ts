import * as vscode from 'vscode';
import { tiers } from '../../palace/model/drawer.ts';
import type { UpdateRequest } from '../../palace/contract/noteSchemas.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { DisposableStore } from '../platform/disposableStore.ts';
import { commonTags, tagChange } from '../notes/tagChoice.ts';
import { pickTags } from '../notes/tagPick.ts';
import type { PalaceSession } from '../palace/palaceSession.ts';
import { pickDrawer } from '../search/drawerPick.ts';
import type { Localiser } from '../platform/localiser.ts';
import { drawerIdsOf } from './drawerArgument.ts';
import { registerCommand } from '../platform/registerCommand.ts';
import { tellUndoable } from '../platform/tellUndoable.ts';

export interface CurationDependencies {
  readonly session: PalaceSession;
  readonly localiser: Localiser;
  readonly log: vscode.LogOutputChannel;
  /** What is selected in the Memory view. */
  readonly selection: () => readonly unknown[];
  /** Something was changed by hand: the view shows it at once. */
  readonly changed: () => void;
}

/** Drawers that one call changes. */
const atOnce = 1000;
const messageMs = 4000;

/** Pin, tier, archive, supersede, mark, tag: for one drawer of the Memory view or all that are selected. */
export const registerCurationCommands = (dependencies: CurationDependencies): vscode.Disposable => {
  const { session, localiser, selection, changed } = dependencies;
  const held = new DisposableStore();
  const command = (name: string, run: (ids: readonly string[]) => Promise<void>): void => {
    held.add(
      registerCommand(name, (clicked, selected) => run(drawerIdsOf(clicked, selected, selection())), dependencies),
    );
  };
  const update = async (ids: readonly string[], change: Omit<UpdateRequest, 'drawer_ids'>): Promise<number> => {
    const api = await session.api();
    let updated = 0;
    for (let from = 0; from < ids.length; from += atOnce)
      updated += (await api.update({ ...change, drawer_ids: ids.slice(from, from + atOnce) })).updated;
    changed();
    return updated;
  };
  const tell = (text: string): void => void vscode.window.setStatusBarMessage(text, messageMs);
  const simple = (
    name: string,
    change: Omit<UpdateRequest, 'drawer_ids'>,
    said: (count: string) => string,
  ): void => command(name, async (ids) => tell(said(localiser.count(await update(ids, change)))));

  simple('pinDrawer', { pinned: true }, (count) => localiser.t('{0} pinned', count));
  simple('unpinDrawer', { pinned: false }, (count) => localiser.t('{0} unpinned', count));
  simple('restoreDrawer', { archived: false }, (count) => localiser.t('{0} restored', count));
  simple('markNotSuperseded', { superseded_by: null }, (count) => localiser.t('{0} no longer superseded', count));
  simple('markSensitive', { sensitive: true }, (count) =>
    localiser.t('{0} marked sensitive: found by words only, kept from agents', count),
  );
  simple('markNotSensitive', { sensitive: false }, (count) => localiser.t('{0} no longer sensitive', count));
  command('archiveDrawer', async (ids) => {
    const count = await update(ids, { archived: true });
    if (count > 0)
      tellUndoable(
        localiser.t('{0} archived; nothing was deleted.', localiser.count(count)),
        () => update(ids, { archived: false }),
        dependencies,
      );
  });
  command('setDrawerTier', async (ids) => {
    const words = {
      longterm: localiser.t('Counts more in search, and never fades'),
      working: localiser.t('The ordinary tier'),
      ephemeral: localiser.t('Counts less, and is archived after a week unless it is used'),
    };
    const chosen = await vscode.window.showQuickPick(
      [...tiers].reverse().map((tier) => ({ label: tier, detail: words[tier], tier })),
      { title: localiser.t('Set Tier') },
    );
    if (chosen !== undefined)
      tell(localiser.t('{0} now {1}', localiser.count(await update(ids, { tier: chosen.tier })), chosen.tier));
  });
  command('markSuperseded', async (ids) => {
    const api = await session.api();
    const [only, ...others] = ids;
    const alike =
      only === undefined || others.length > 0
        ? []
        : await api.similar({ drawer_id: only, k: 10 }).then(
            ({ results }) => results,
            (thrown: unknown) => {
              // Without a vector there is nothing to offer; typing finds it all the same.
              if (PalaceError.from(thrown).code === 'E_NO_VECTOR') return [];
              throw thrown;
            },
          );
    const by = await pickDrawer({
      title: localiser.t('Superseded By'),
      placeholder: localiser.t('Type to find the drawer that stands in its place'),
      except: new Set(ids),
      offered: alike,
      api,
      localiser,
    });
    if (by !== undefined)
      tell(localiser.t('{0} marked superseded', localiser.count(await update(ids, { superseded_by: by }))));
  });
  command('editDrawerTags', async (ids) => {
    const api = await session.api();
    const drawers = await Promise.all(ids.map((id) => api.show({ drawer_id: id })));
    const common = commonTags(drawers).filter((tag) => !tag.startsWith('sha:'));
    const chosen = await pickTags({
      title: localiser.t('Tags'),
      known: (await api.tags({})).tags,
      chosen: common,
      localiser,
    });
    if (chosen === undefined) return;
    const { add, remove } = tagChange(common, chosen);
    if (add.length + remove.length > 0)
      tell(
        localiser.t(
          'Tags of {0} changed',
          localiser.count(await update(ids, { tags_add: [...add], tags_remove: [...remove] })),
        ),
      );
  });
  return held;
};
