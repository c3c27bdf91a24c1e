import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Drawer } from '../../model/drawer.ts';
import type { DrawerId } from '../../model/ids.ts';
import { errorText } from '../../model/errorText.ts';
import { PalaceError } from '../../model/palaceError.ts';
import { longestSummary, type PlanGroup } from '../../contract/memory/planSchemas.ts';
import { commitTagPrefix } from '../../model/tag.ts';
import { drawerTitle } from '../../retrieval/candidates/drawerTitle.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import { clusterSteps, type Cluster, type ClusterItem, type Likeness } from './clusters.ts';
import { contradictionsIn, groupSummary, originalOf } from './groupSummary.ts';
import { leftOut } from '../summaries/leftOut.ts';
import { underStanding } from '../summaries/standingLine.ts';
import { neighbourhood } from './neighbourhood.ts';
import { livingReplacement } from './standing.ts';
import type { PlanParts, PlanRequest } from './planParts.ts';

/** Maximum number of drawers grouped in one plan: each costs one scan of the vectors. */
export const mostGrouped = 1000;

/** Drawers that belong together, and what they share. */
export interface GroupDraft {
  readonly drawers: readonly Drawer[];
  readonly alike: number | null;
  readonly shared: PlanGroup['shared'];
  /** The living drawer that replaced all of them; null if they are valid. */
  readonly supersededBy: DrawerId | null;
}

/**
 * Where a drawer stands: the living drawer that replaces it, or null if it is valid. Undefined leaves it out of every
 * group. `cosines` are those of the drawer with every slot.
 */
export type Standing = (drawer: Drawer, slot: number, cosines: Float64Array) => DrawerId | null | undefined;

/**
 * Groups of similar drawers of one standing, the largest first. Drawers without a vector are in none. Throws E_CANCELLED.
 */
export const alikeGroups = async (
  drawers: readonly Drawer[],
  standing: Standing,
  { store, catalogue, vectors }: Pick<PlanParts, 'store' | 'catalogue' | 'vectors'>,
  signal?: AbortSignal,
): Promise<GroupDraft[]> => {
  const index = vectors();
  if (index === null) return [];
  const grouped = drawers.flatMap((drawer) => {
    const slot = catalogue.slotOfRowid(drawer.rowid);
    return slot === undefined || !index.has(slot) ? [] : [{ drawer, slot }];
  });
  const tags = store.read.tagsOf(grouped.map(({ drawer }) => drawer.id));
  const standings = new Map<DrawerId, DrawerId | null>();
  const likenesses = await neighbourhood(
    grouped.map(({ slot }) => slot),
    catalogue,
    index,
    (place, cosines) => {
      const member = grouped[place];
      const found = member === undefined ? undefined : standing(member.drawer, member.slot, cosines);
      if (member !== undefined && found !== undefined) standings.set(member.drawer.id, found);
    },
    signal,
  );
  const found = await clustersInSteps(
    grouped.map(({ drawer }) => ({ id: drawer.id, labels: labelsOf(drawer, tags, standings.get(drawer.id)) })),
    likenesses,
  );
  const byId = new Map<string, Drawer>(grouped.map(({ drawer }) => [drawer.id, drawer]));
  return found
    .map(({ ids, label, alike }) => {
      const members = ids.flatMap((id) => byId.get(id) ?? []);
      return {
        drawers: members,
        alike,
        shared: sharedOf(label),
        supersededBy: (members[0] === undefined ? undefined : standings.get(members[0].id)) ?? null,
      };
    })
    .sort((a, b) => b.drawers.length - a.drawers.length || b.alike - a.alike);
};

/** Milliseconds after which a step yields to other work. */
const longestStep = 20;

const clustersInSteps = async (
  items: readonly ClusterItem[],
  likenesses: readonly Likeness[],
): Promise<Cluster[]> => {
  const steps = clusterSteps(items, likenesses);
  for (let last = performance.now(); ;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - last < longestStep) continue;
    await nextTurn();
    last = performance.now();
  }
};

/**
 * What a group may share: a room (with its wing) or a tag, together with the standing. The tag that marks a single commit is
 * not shared. None without a standing.
 */
const labelsOf = (
  { id, wing, room }: Drawer,
  tags: ReadonlyMap<DrawerId, readonly string[]>,
  standing: DrawerId | null | undefined,
): string[] =>
  standing === undefined
    ? []
    : [
        `room ${wing}/${room}`,
        ...(tags.get(id) ?? []).filter((tag) => !tag.startsWith(commitTagPrefix)).map((tag) => `tag ${tag}`),
      ].map((label) => `${label}\0${standing ?? ''}`);

const sharedOf = (label: Cluster['label']): PlanGroup['shared'] => ({
  kind: label.startsWith('tag ') ? 'tag' : 'room',
  name: label.slice(label.indexOf(' ') + 1, label.indexOf('\0')),
});

/**
 * Groups with their summaries: the caller's text if given, else an extract. Throws E_PLAN if the caller's text is
 * for an unknown group.
 */
export const withSummaries = async (
  planId: string,
  drafts: readonly GroupDraft[],
  { summaries }: Pick<PlanRequest, 'summaries'>,
  { filing, analyser, store }: Pick<PlanParts, 'filing' | 'analyser' | 'store'>,
): Promise<PlanGroup[]> => {
  const groups: PlanGroup[] = [];
  for (const [i, { drawers, alike, shared, supersededBy }] of drafts.entries()) {
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
  const known = new Set(groups.map(({ group_id: id }) => id));
  const unknown = Object.keys(summaries).find((id) => !known.has(id));
  if (unknown !== undefined) throw noSuchGroup(unknown, [...known]);
  return groups;
};

export const noSuchGroup = (id: string, known: readonly string[]): PalaceError =>
  new PalaceError(
    'E_PLAN',
    errorText`The plan has no group ${id}${known.length === 0 ? '; it has none' : `, but ${known.join(', ')}`}.`,
  );

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

/** Returns a caller's text if it can be filed as one drawer. Throws E_PLAN if not. */
export const checkedSummary = (groupId: string, text: string): string => {
  if (text.trim() === '')
    throw new PalaceError('E_PLAN', errorText`The summary of ${groupId} is empty.`, {
      remedy: 'Write it, or leave it out and one is extracted.',
    });
  if (text.length > longestSummary)
    throw new PalaceError(
      'E_PLAN',
      errorText`The summary of ${groupId} has ${text.length} characters; ${longestSummary} are allowed.`,
      { remedy: 'Shorten it.' },
    );
  if (/\p{Cs}/u.test(text))
    throw new PalaceError(
      'E_PLAN',
      errorText`The summary of ${groupId} holds half a character (a lone surrogate).`,
      {
        remedy: 'Correct it.',
      },
    );
  return text;
};

/** The tags of a summary: those of its originals. */
export const tagsForSummary = (read: ReadQueries, ids: readonly DrawerId[]): string[] =>
  [...new Set([...read.tagsOf(ids).values()].flat())]
    .filter((tag) => !tag.startsWith(commitTagPrefix))
    .sort()
    .slice(0, 100);
