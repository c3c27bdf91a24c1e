import type { Drawer } from '../../model/drawer/drawer.ts';
import type { DrawerFilter } from '../../model/query/drawerFilter.ts';
import { roomName, wingName, type IsoTime } from '../../model/drawer/ids.ts';
import { parseQueryDate } from '../../lexical/query/queryDate.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { DrawerView, ShownDrawer } from '../../contract/drawerViewSchema.ts';
import type { FilterRequest } from '../../contract/search/drawerFilterSchema.ts';
import type { VectorFacts } from '../../indexing/vectorFacts.ts';
import { secretSpans } from './secretFindings.ts';
import type { DrawerReads } from '../../store/palaceStore.ts';
import { textIsAsFiled } from '../../store/textIntegrity.ts';

/** A drawer in its wire form. */
export const drawerView = (drawer: Drawer, read: DrawerReads, vector: VectorFacts): DrawerView => ({
  drawer_id: drawer.id,
  wing: drawer.wing,
  room: drawer.room,
  type: drawer.type,
  tier: drawer.tier,
  text: drawer.text,
  source_file: drawer.sourceFile,
  span: drawer.span,
  lines: drawer.lines,
  chunk_index: drawer.chunkIndex,
  content_hash: drawer.contentHash,
  filed_at: drawer.filedAt,
  created_at: drawer.createdAt,
  importance: drawer.importance,
  pinned: drawer.pinned,
  sensitive: drawer.sensitive,
  ...(drawer.sensitive ? { secret_spans: secretSpans(drawer.id, read) } : {}),
  archived: drawer.archived,
  archived_at: drawer.archivedAt,
  archive_reason: drawer.archiveReason,
  access_count: drawer.accessCount,
  last_accessed: drawer.lastAccessed,
  speaker: drawer.speaker,
  ...vector,
  superseded_by: drawer.supersededBy,
  consolidated_into: drawer.consolidatedInto,
  ...filedBy(drawer, read),
  tags: [...(read.tagsOf([drawer.id]).get(drawer.id) ?? [])],
  properties: { ...read.propertiesOf(drawer.id) },
});

/** The warning that belongs to a drawer whose text is not the one that was filed. `damage`: what is known of the palace's. */
export const changedText = (drawer: Drawer, damage: string | null): Pick<ShownDrawer, 'warnings'> =>
  damage === null || textIsAsFiled(drawer) ? {} : { warnings: [damage] };

const filedBy = ({ id }: Drawer, read: DrawerReads): Pick<DrawerView, 'filed_by'> => {
  const member = read.team.filedBy([id]).get(id);
  return member === undefined ? {} : { filed_by: member };
};

const time = (field: string, text: string): IsoTime => {
  const moment = parseQueryDate(text);
  if (moment === undefined)
    throw new PalaceError(
      'E_QUERY_FIELD',
      errorText`${field}: “${text}” is not a date. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.`,
      { remedy: errorText`Correct “${field}”, or leave it out.` },
    );
  return moment;
};

/** Converts a wire filter to the palace's own. Throws E_QUERY_FIELD on an invalid date. */
export const drawerFilter = ({
  wing,
  room,
  type,
  tier,
  kind,
  tag,
  palace,
  after,
  before,
  path,
  include_archived: includeArchived,
  exclude_sensitive: excludeSensitive,
}: FilterRequest = {}): DrawerFilter => ({
  ...(wing === undefined ? {} : { wings: wing.map(wingName) }),
  ...(room === undefined ? {} : { rooms: room.map(roomName) }),
  ...(type === undefined ? {} : { types: type }),
  ...(tier === undefined ? {} : { tiers: tier }),
  ...(kind === undefined ? {} : { kinds: kind }),
  ...(tag === undefined ? {} : { tags: tag }),
  ...(palace === undefined ? {} : { palaces: palace }),
  ...(after === undefined ? {} : { filedFrom: time('after', after) }),
  ...(before === undefined ? {} : { filedBefore: time('before', before) }),
  ...(path === undefined ? {} : { path }),
  ...(includeArchived === undefined ? {} : { includeArchived }),
  ...(excludeSensitive === undefined ? {} : { excludeSensitive }),
});
