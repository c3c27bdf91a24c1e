import type { UpdateReport, UpdateRequest } from '../contract/noteSchemas.ts';
import type { Drawer } from '../model/drawer/drawer.ts';
import { isNoteType } from '../model/drawer/noteTypes.ts';
import { noteKey } from '../store/noteParts.ts';
import type { ReadQueries } from '../store/palaceStore.ts';

type NotReplaced = NonNullable<UpdateReport['not_replaced']>[number];

/** The drawers that an agent’s request leaves as they are, and what its answer says of them. */
interface LeftByAgent {
  readonly drawers: ReadonlySet<Drawer>;
  readonly report: Pick<UpdateReport, 'pinned' | 'not_replaced'>;
}

export const nothingLeft: LeftByAgent = { drawers: new Set(), report: {} };

/** An agent archives nothing that is pinned, and marks nothing as replaced that curation never touches (docs/notes.md). */
export const leftByAgent = (
  read: ReadQueries,
  drawers: readonly Drawer[],
  { archived, superseded_by: by }: UpdateRequest,
): LeftByAgent => {
  const pinned = archived === true ? pinnedNotes(read, drawers, (drawer) => !drawer.archived) : [];
  const kept = typeof by === 'string' ? notReplaced(read, drawers, by) : new Map<Drawer, NotReplaced>();
  return {
    drawers: new Set([...pinned, ...kept.keys()]),
    report: {
      ...(pinned.length === 0 ? {} : { pinned: pinned.map(({ id }) => id) }),
      ...(kept.size === 0 ? {} : { not_replaced: [...kept.values()] }),
    },
  };
};

/** Those that are pinned and of which `counts` is true, and the other parts of such a note. */
const pinnedNotes = (
  read: ReadQueries,
  drawers: readonly Drawer[],
  counts: (drawer: Drawer) => boolean,
): readonly Drawer[] => {
  const notes = new Set(
    drawers.filter((drawer) => drawer.pinned && counts(drawer)).map((drawer) => noteKey(read, drawer)),
  );
  return drawers.filter((drawer) => notes.has(noteKey(read, drawer)));
};

/** A drawer that bears this mark already needs no change, so nothing is refused. */
const notReplaced = (
  read: ReadQueries,
  drawers: readonly Drawer[],
  by: string,
): ReadonlyMap<Drawer, NotReplaced> => {
  const pinned = new Set(pinnedNotes(read, drawers, () => true));
  return new Map(
    drawers.flatMap((drawer) => {
      if (drawer.supersededBy === by) return [];
      const because = pinned.has(drawer) ? 'pinned' : becauseOf(drawer);
      return because === null ? [] : [[drawer, { drawer_id: drawer.id, because }] as const];
    }),
  );
};

const becauseOf = ({ type, sensitive }: Drawer): NotReplaced['because'] | null =>
  !isNoteType(type) ? 'mined' : type === 'issue' ? 'issue' : sensitive ? 'sensitive' : null;
