import { setImmediate as nextTurn } from 'node:timers/promises';
import { plural } from '../../../../base/text/plural.ts';
import type { Plan } from '../../../contract/memory/planSchemas.ts';
import type { Drawer } from '../../../model/drawer/drawer.ts';
import { errorText } from '../../../model/errors/errorText.ts';
import { drawerId, type DrawerId } from '../../../model/drawer/ids.ts';
import { PalaceError } from '../../../model/errors/palaceError.ts';
import { withNoteParts } from '../../../store/noteParts.ts';
import { stopPlanIfAborted } from './stopPlanIfAborted.ts';
import { plannedGroups } from './plannedGroups.ts';
import type { PlanParts, PlanRequest } from '../planParts.ts';
import { livingMark, standingOf } from '../standing.ts';
import { newestRepetition } from './supersededDrawers.ts';

/**
 * A plan of one group named by the caller, with the other parts of the notes that it names a part of. Throws
 * E_DRAWER_NOT_FOUND, and E_PLAN on a drawer that must not be summarised, or not together with the others because a
 * newer drawer replaces it alone.
 */
export const manualPlan = async (
  ids: readonly string[],
  request: PlanRequest,
  parts: PlanParts,
): Promise<Plan> => {
  const { store, catalogue } = parts;
  const [started, nowMs, revision] = [parts.timer(), parts.now(), store.revision];
  const named = new Set(ids);
  const drawers = withNoteParts(store.read, ids, ({ archived }) => archived).map((id) => namedDrawer(id, parts));
  const others = drawers.filter(({ id }) => !named.has(id)).length;
  if (drawers.length < 2)
    throw new PalaceError('E_PLAN', 'A summary needs at least two drawers.', { remedy: 'Name more of them.' });
  const supersededBy = await oneStanding(drawers, request, parts);
  const index = parts.vectors();
  const slots = drawers.map(({ rowid }) => catalogue.slotOfRowid(rowid) ?? -1);
  const alike =
    index === null
      ? NaN
      : Math.min(...slots.flatMap((a, at) => slots.slice(at + 1).map((b) => index.similarity(a, b))));
  return plannedGroups(
    [
      {
        drawers,
        alike: Number.isNaN(alike) ? null : alike,
        shared: { kind: 'asked', name: 'named by hand' },
        supersededBy,
      },
    ],
    request,
    parts,
    {
      started,
      nowMs,
      revision,
      warnings:
        others === 0
          ? []
          : [`With ${plural(others, 'other part')} of the long notes named: a note is summarized as a whole.`],
    },
  );
};

const namedDrawer = (id: string, { store }: PlanParts): Drawer => {
  const drawer = store.read.drawerById(drawerId(id));
  if (drawer === undefined)
    throw new PalaceError('E_DRAWER_NOT_FOUND', errorText`There is no drawer ${id} in this palace.`);
  // Naming a drawer overrides its earlier rejection.
  const refusal = drawer.archived
    ? errorText`${id} can’t be summarized: it is archived.`
    : drawer.sensitive
      ? errorText`${id} can’t be summarized: it is sensitive.`
      : drawer.pinned
        ? errorText`${id} can’t be summarized: it is pinned.`
        : undefined;
  if (refusal !== undefined) throw new PalaceError('E_PLAN', refusal, { remedy: 'Leave it out.' });
  return drawer;
};

/**
 * The living drawer that replaces all of the drawers, null if they are valid. A summary has one standing, so that it never
 * mixes what is valid with what it replaced: throws E_PLAN if they differ.
 */
const oneStanding = async (
  drawers: readonly Drawer[],
  { profile: { flags }, signal, onCompared }: PlanRequest,
  { store, catalogue, vectors }: PlanParts,
): Promise<DrawerId | null> => {
  const index = vectors();
  let first: { readonly id: DrawerId; readonly by: DrawerId | null } | undefined;
  for (const [i, drawer] of drawers.entries()) {
    stopPlanIfAborted(signal);
    const slot = catalogue.slotOfRowid(drawer.rowid);
    const directly =
      livingMark(drawer, store.read) ??
      (index === null || slot === undefined || !index.has(slot)
        ? null
        : newestRepetition(slot, index.scanFrom(slot, catalogue.slots), { catalogue, store }, flags));
    const by = standingOf(drawer, directly, store.read);
    first ??= { id: drawer.id, by };
    if (by !== first.by) throw mixed(drawer.id, by, first);
    onCompared?.(i + 1, drawers.length);
    await nextTurn();
  }
  return first?.by ?? null;
};

const mixed = (
  id: DrawerId,
  by: DrawerId | null,
  other: { readonly id: DrawerId; readonly by: DrawerId | null },
): PalaceError => {
  const [replaced, replacement, rest] = by === null ? [other.id, other.by, id] : [id, by, other.id];
  return new PalaceError(
    'E_PLAN',
    errorText`${replacement ?? ''} replaces ${replaced}, but not ${rest}: one summary can’t stand for both.`,
    { remedy: 'Name only valid drawers, or only drawers that the same newer drawer replaces.' },
  );
};
