import type { Drawer } from '../model/drawer/drawer.ts';
import { drawerId } from '../model/drawer/ids.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import type { MergeContext } from './mergeContext.ts';
import { patchOf } from './sharedFields.ts';
import type { NumberedChange } from './teamServer.ts';

/** Notes that two palaces replaced a drawer by different ones. Every palace notes this, including those two. */
export const noteConflict = (
  { drawerId: id, value, previous, member, at }: NumberedChange,
  { team }: WriteTransaction,
): void => {
  if (previous === null || typeof value !== 'string' || value === previous) return;
  team.putConflict({ drawerId: drawerId(id), kind: 'edited', one: previous, other: value, member, at });
};

/** Undoes a replacement that the team refused because it would have closed a circle: the server's value is used here, too. */
export const takeBack = (change: NumberedChange, { transaction, pending }: MergeContext): void => {
  const { drawerId: id, field, value, previous, member, at } = change;
  const drawer = transaction.read.drawerById(drawerId(id));
  if (drawer === undefined || field !== 'superseded_by') return;
  if (!pending.has(`${id}\0superseded_by`))
    transaction.updateDrawers([{ rowid: drawer.rowid, ...patchOf('superseded_by', previous) }]);
  transaction.team.putConflict({
    drawerId: drawer.id,
    kind: 'circle',
    one: typeof value === 'string' ? value : '',
    other: previous ?? '',
    member,
    at,
  });
};

/**
 * Settles the conflicts of a drawer for the whole team: of the drawers that replace it, one stays and replaces the others, or, if
 * `keep` is null, all of them stay. Throws E_TEAM if there is no such conflict, or `keep` is none of them, and E_TEAM_RIGHT if the
 * person may only read the wing.
 */
export const settleConflict = (transaction: WriteTransaction, id: string, keep: string | null): void => {
  const { read, team } = transaction;
  const conflicts = read.team.conflicts().filter((conflict) => conflict.drawerId === id);
  const drawer = read.drawerById(drawerId(id));
  if (conflicts.length === 0)
    throw new PalaceError('E_TEAM', errorText`There is no conflict over ${id}.`, {
      remedy: '`synapse-palace team conflicts` lists those there are.',
    });
  const shared = read.team.sharedWings().find(({ wing }) => wing === drawer?.wing);
  if (shared?.right === 'reader')
    throw new PalaceError(
      'E_TEAM_RIGHT',
      errorText`You may only read ${shared.wing}, so you can’t settle its conflicts.`,
      {
        remedy: 'Ask someone who may write to it: settling a conflict settles it for the whole team.',
      },
    );
  const answers = new Set(conflicts.flatMap(({ one, other }) => [one, other]).filter((each) => each !== ''));
  if (keep !== null && !answers.has(keep))
    throw new PalaceError('E_TEAM', errorText`${keep} is not one of the drawers that the conflict is about.`, {
      remedy: errorText`Keep one of these, or all: ${[...answers].join(', ')}.`,
    });
  if (keep !== null)
    for (const answer of answers) {
      const loser: Drawer | undefined = answer === keep ? undefined : read.drawerById(drawerId(answer));
      if (loser !== undefined && loser.supersededBy !== keep)
        transaction.updateDrawers([{ rowid: loser.rowid, supersededBy: drawerId(keep) }]);
    }
  team.dropConflicts(id);
  if (drawer !== undefined && shared !== undefined)
    team.putOutbox({ drawerId: drawer.id, wing: drawer.wing, field: 'settled', value: JSON.stringify(keep) });
};
