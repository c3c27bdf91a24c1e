import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Drawer } from '../../../model/drawer/drawer.ts';
import { PalaceError } from '../../../model/errors/palaceError.ts';
import type { PlanGroup } from '../../../contract/memory/planSchemas.ts';
import { drawerTitle } from '../../../retrieval/candidates/drawerTitle.ts';
import { leftOut } from '../../summaries/leftOut.ts';
import { underStanding } from '../../summaries/standingLine.ts';
import { checkedSummary, demandGroups } from '../callerSummary.ts';
import { contradictionsIn, groupSummary, originalOf } from '../groupSummary.ts';
import type { PlanParts, PlanRequest } from '../planParts.ts';
import { livingReplacement } from '../standing.ts';
import type { GroupDraft } from './alikeGroups.ts';
import { stopPlanIfAborted } from './stopPlanIfAborted.ts';

/**
 * Groups with their summaries: the caller's text if given, else an extract. Throws E_PLAN if the caller's text is
 * for an unknown group, E_CANCELLED.
 */
export const withSummaries = async (
  planId: string,
  drafts: readonly GroupDraft[],
  { summaries, signal }: Pick<PlanRequest, 'summaries' | 'signal'>,
  { filing, analyser, store }: Pick<PlanParts, 'filing' | 'analyser' | 'store'>,
): Promise<PlanGroup[]> => {
  const groups: PlanGroup[] = [];
  for (const [i, { drawers, alike, shared, supersededBy }] of drafts.entries()) {
    stopPlanIfAborted(signal);
    const groupId = `g${i + 1}`;
    const originals = chronological(drawers);
    const place = placeOf(originals);
    const given = summaries[groupId];
    const by = supersededBy === null ? null : (livingReplacement(supersededBy, store.read) ?? null);
    const extract = given === undefined ? groupSummary(originals, by, analyser) : null;
    const summary = extract?.text ?? underStanding(checkedSummary(groupId, given ?? ''), by);
    groups.push({
      group_id: groupId,
      title: drawerTitle(originals.at(-1) ?? originals[0]),
      drawer_ids: originals.map(({ id }) => id),
      alike,
      shared,
      ...place,
      summary_drawer_id: filing.idOf(place.wing, place.room, `${planId}\0${groupId}`),
      writer: given === undefined ? 'extractive' : 'caller',
      summary,
      references: [...(extract?.references ?? [])],
      left_out: leftOut(originals.map(originalOf), summary),
      superseded_by: supersededBy,
      contradictions: [...contradictionsIn(originals).found],
      characters_before: originals.reduce((sum, { text }) => sum + text.length, 0),
      characters_after: summary.length,
    });
    await nextTurn();
  }
  demandGroups(Object.keys(summaries), groups);
  return groups;
};

/** Oldest first; of those filed at the same time, by ID. */
const chronological = (drawers: readonly Drawer[]): readonly [Drawer, ...Drawer[]] => {
  const [first, ...others] = [...drawers].sort((a, b) =>
    a.filedAt === b.filedAt ? (a.id < b.id ? -1 : 1) : a.filedAt < b.filedAt ? -1 : 1,
  );
  if (first === undefined) throw new PalaceError('E_INTERNAL', 'A group without drawers was to be summarized.');
  return [first, ...others];
};

/** The most frequent wing and room of the drawers; of equally frequent ones, the first in alphabetical order. */
const placeOf = (drawers: readonly Drawer[]): Pick<Drawer, 'wing' | 'room'> => {
  const counts = new Map<string, { readonly place: Pick<Drawer, 'wing' | 'room'>; count: number }>();
  for (const { wing, room } of drawers) {
    const key = `${wing}\0${room}`;
    const known = counts.get(key) ?? { place: { wing, room }, count: 0 };
    known.count += 1;
    counts.set(key, known);
  }
  const [most] = [...counts].sort((a, b) => b[1].count - a[1].count || (a[0] < b[0] ? -1 : 1));
  if (most === undefined) throw new PalaceError('E_INTERNAL', 'A group without drawers was to be filed.');
  return most[1].place;
};
