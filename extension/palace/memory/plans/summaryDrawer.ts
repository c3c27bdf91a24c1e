import { consolidatesProperty } from '../../model/drawer/consolidatesProperty.ts';
import { contentHash, defaultMarks, noExchange, noPassage, type NewDrawer } from '../../model/drawer/drawer.ts';
import { drawerId, roomName, wingName, type DrawerId, type IsoTime } from '../../model/drawer/ids.ts';
import type { PlanGroup, SummaryWriter } from '../../contract/memory/planSchemas.ts';
import { commitTagPrefix } from '../../model/drawer/tag.ts';
import type { ReadQueries } from '../../store/palaceStore.ts';
import type { LeftOut } from '../summaries/leftOut.ts';

/** Property of a summary: the plan that filed it. */
export const planProperty = 'consolidation_plan';
/** Property of a summary: who wrote it. */
export const writerProperty = 'summary_writer';
/** Maximum number of left-out facts stored with a summary. */
const mostNamed = 200;

/** A summary of drawers that are valid is long-term; one of replaced drawers is history, and ages. */
export const summaryDrawer = (
  { summary_drawer_id: id, wing, room }: PlanGroup,
  supersededBy: DrawerId | null,
  text: string,
  now: IsoTime,
): NewDrawer => ({
  id: drawerId(id),
  wing: wingName(wing),
  room: roomName(room),
  type: 'summary',
  text,
  sourceId: null,
  ...noPassage,
  chunkIndex: 0,
  contentHash: contentHash(text),
  filedAt: now,
  createdAt: now,
  ...defaultMarks,
  tier: supersededBy === null ? 'longterm' : 'working',
  ...noExchange,
});

/** The tags of a summary: those of its originals. */
export const tagsForSummary = (read: ReadQueries, ids: readonly DrawerId[]): string[] =>
  [...new Set([...read.tagsOf(ids).values()].flat())]
    .filter((tag) => !tag.startsWith(commitTagPrefix))
    .sort()
    .slice(0, 100);

export const summaryProperties = (
  ids: readonly DrawerId[],
  planId: string,
  writer: SummaryWriter,
  left: readonly LeftOut[],
): Record<string, string> => ({
  [consolidatesProperty]: JSON.stringify(ids),
  [planProperty]: planId,
  [writerProperty]: writer,
  ...(left.length === 0
    ? {}
    : { left_out: JSON.stringify([...new Set(left.map(({ fact }) => fact))].slice(0, mostNamed)) }),
});

/** A hash that changes when the drawer is opened, tagged, pinned or marked. Undefined if the drawer is gone. */
export const fingerprint = (read: ReadQueries, id: DrawerId): string | undefined => {
  const drawer = read.drawerById(id);
  if (drawer === undefined) return undefined;
  const { rowid, ...rest } = drawer;
  return contentHash(
    JSON.stringify([
      rowid,
      Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)),
      read.tagsOf([id]).get(id) ?? [],
      read.propertiesOf(id),
      read.rejectionsOf([id]).get(id) ?? null,
    ]),
  );
};
