import type { CatalogueEntry } from '../../catalogue/catalogue.ts';
import type { Drawer } from '../../model/drawer/drawer.ts';
import type { Packet, PacketDrawer } from './packetSchema.ts';

/** Stands in for the text of a sensitive drawer, which no packet holds. */
export const withheldText = '[The text of a sensitive drawer is in no packet.]';

/** A drawer's wire form in a packet; `hash` is its content hash or a label that replaces it. */
export const packetDrawer = (drawer: Drawer, hash: string): PacketDrawer => ({
  rowid: drawer.rowid,
  id: drawer.id,
  wing: drawer.wing,
  room: drawer.room,
  type: drawer.type,
  tier: drawer.tier,
  source_id: drawer.sourceId,
  source_file: drawer.sourceFile,
  span: drawer.span,
  lines: drawer.lines,
  chunk_index: drawer.chunkIndex,
  content_hash: hash,
  filed_at: drawer.filedAt,
  created_at: drawer.createdAt,
  importance: drawer.importance,
  pinned: drawer.pinned,
  sensitive: drawer.sensitive,
  speaker: drawer.speaker,
  exchange: drawer.exchange,
  part: drawer.part,
  archived: drawer.archived,
  archived_at: drawer.archivedAt,
  archive_reason: drawer.archiveReason,
  superseded_by: drawer.supersededBy,
  consolidated_into: drawer.consolidatedInto,
  access_count: drawer.accessCount,
  last_accessed: drawer.lastAccessed,
  text: drawer.sensitive ? null : drawer.text,
});

export const drawerOfPacket = (drawer: Packet['candidates'][number]['drawer']): Drawer => ({
  rowid: drawer.rowid,
  id: drawer.id,
  wing: drawer.wing,
  room: drawer.room,
  type: drawer.type,
  tier: drawer.tier,
  sourceId: drawer.source_id,
  sourceFile: drawer.source_file,
  span: drawer.span,
  lines: drawer.lines,
  chunkIndex: drawer.chunk_index,
  contentHash: drawer.content_hash,
  filedAt: drawer.filed_at,
  createdAt: drawer.created_at,
  importance: drawer.importance,
  pinned: drawer.pinned,
  sensitive: drawer.sensitive,
  speaker: drawer.speaker,
  exchange: drawer.exchange,
  part: drawer.part,
  archived: drawer.archived,
  archivedAt: drawer.archived_at,
  archiveReason: drawer.archive_reason,
  supersededBy: drawer.superseded_by,
  consolidatedInto: drawer.consolidated_into,
  accessCount: drawer.access_count,
  lastAccessed: drawer.last_accessed,
  text: drawer.text ?? withheldText,
});

/** The drawer's catalogue entry at recording time. */
export const entryOfPacket = (drawer: Drawer, slot: number, sourceNumber: number): CatalogueEntry => ({
  slot,
  rowid: drawer.rowid,
  id: drawer.id,
  wing: drawer.wing,
  room: drawer.room,
  type: drawer.type,
  tier: drawer.tier,
  filedAtMs: Date.parse(drawer.filedAt),
  importance: drawer.importance,
  pinned: drawer.pinned,
  sensitive: drawer.sensitive,
  archived: drawer.archived,
  sourceNumber,
  chunkIndex: drawer.chunkIndex,
});
