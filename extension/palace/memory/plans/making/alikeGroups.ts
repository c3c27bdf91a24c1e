import type { Drawer } from '../../../model/drawer/drawer.ts';
import type { DrawerId } from '../../../model/drawer/ids.ts';
import type { PlanGroup } from '../../../contract/memory/planSchemas.ts';
import { commitTagPrefix } from '../../../model/drawer/tag.ts';
import { clusters, leastSize, type Cluster } from './clusters.ts';
import { neighbourhood } from './neighbourhood.ts';
import type { PlanParts, PlanRequest } from '../planParts.ts';
import { noteKey } from '../../../store/noteParts.ts';
import { notesInWhole } from '../notesInWhole.ts';

/** Drawers compared at a time, and about as many are in the groups of one plan. */
export const mostGrouped = 1000;

/** Drawers that belong together, and what they share. */
export interface GroupDraft {
  readonly drawers: readonly Drawer[];
  readonly alike: number | null;
  readonly shared: PlanGroup['shared'];
  /** The living drawer that replaced all of them; null if they are valid. */
  readonly supersededBy: DrawerId | null;
}

export interface AlikeGroups {
  readonly groups: readonly GroupDraft[];
  /** How many drawers are left out because other parts of their notes are not in the group. */
  readonly partial: number;
}

/**
 * Where a drawer stands: the living drawer that replaces it, or null if it is valid. Undefined leaves it out of every
 * group. `cosines` are those of the drawer with every slot.
 */
type Standing = (drawer: Drawer, slot: number, cosines: Float64Array) => DrawerId | null | undefined;

/** The largest first; of equally large ones, that which is most alike. */
export const largestFirst = (a: GroupDraft, b: GroupDraft): number =>
  b.drawers.length - a.drawers.length || (b.alike ?? 0) - (a.alike ?? 0);

/**
 * Groups of similar drawers of one standing, the largest first. Where the standings are known, the drawers are compared with
 * each other alone, else each costs one scan of the palace. Drawers without a vector are in no group, nor are parts of a note
 * whose other parts are not in it; a long note counts as one drawer. Throws E_CANCELLED.
 */
export const alikeGroups = async (
  drawers: readonly Drawer[],
  standing: Standing | ReadonlyMap<DrawerId, DrawerId | null>,
  { store, catalogue, vectors }: Pick<PlanParts, 'store' | 'catalogue' | 'vectors'>,
  options: Pick<PlanRequest, 'signal' | 'onCompared'>,
): Promise<AlikeGroups> => {
  const index = vectors();
  if (index === null) return { groups: [], partial: 0 };
  const grouped = drawers.flatMap((drawer) => {
    const slot = catalogue.slotOfRowid(drawer.rowid);
    return slot === undefined || !index.has(slot) ? [] : [{ drawer, slot }];
  });
  const tags = store.read.tagsOf(grouped.map(({ drawer }) => drawer.id));
  const standings = new Map(typeof standing === 'function' ? [] : standing);
  const likenesses = await neighbourhood(
    grouped.map(({ slot }) => slot),
    catalogue,
    index,
    typeof standing === 'function'
      ? (place, cosines) => {
          const member = grouped[place];
          const by = member === undefined ? undefined : standing(member.drawer, member.slot, cosines);
          if (member !== undefined && by !== undefined) standings.set(member.drawer.id, by);
        }
      : null,
    options,
  );
  const found = await clusters(
    grouped.map(({ drawer }) => ({ id: drawer.id, labels: labelsOf(drawer, tags, standings.get(drawer.id)) })),
    likenesses,
  );
  const byId = new Map<string, Drawer>(grouped.map(({ drawer }) => [drawer.id, drawer]));
  let partial = 0;
  const groups = found.flatMap(({ ids, label, alike }): GroupDraft[] => {
    const members = notesInWhole(
      ids.flatMap((id) => byId.get(id) ?? []),
      store.read,
    );
    partial += members.partial.length;
    const [first] = members.whole;
    const notes = new Set(members.whole.map((member) => noteKey(store.read, member)));
    return first === undefined || notes.size < leastSize
      ? []
      : [
          {
            drawers: members.whole,
            alike,
            shared: sharedOf(label),
            supersededBy: standings.get(first.id) ?? null,
          },
        ];
  });
  return { groups: groups.sort(largestFirst), partial };
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
