import { contentHash, type NewDrawer } from '../model/drawer/drawer.ts';
import { drawerId, roomName, wingName, type DrawerId, type IsoTime, type SourceId } from '../model/drawer/ids.ts';
import { joinedFindings } from '../filing/secrets/findSecrets.ts';
import { findSecretsOfDrawers, reviewedProperty, screenedInsert } from '../filing/secrets/screenedInsert.ts';
import type { SecretFinding } from '../store/queries/annotations.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import type { ImportedSources } from './importedSources.ts';
import type { ImportedDrawer, ImportItem } from './record/importItem.ts';

export type DrawerItem = Extract<ImportItem, { readonly kind: 'drawer' }>;

interface BatchContext {
  readonly sources: ImportedSources;
  readonly now: IsoTime;
  readonly isRestoring: boolean;
  /** Findings of drawers that were searched before the transaction. */
  readonly found: ReadonlyMap<DrawerId, readonly SecretFinding[]>;
}

/** What one transaction did. */
export interface FiledBatch {
  readonly added: number;
  readonly duplicates: number;
  readonly conflicts: readonly string[];
  /** The drawers that were added or already existed. */
  readonly drawers: readonly { readonly sourceId: SourceId | null; readonly isNew: boolean }[];
}

/**
 * Files a batch of drawers with all their metadata. If a palace is restored, its drawers keep their recorded findings.
 */
export const fileImported = (
  transaction: WriteTransaction,
  items: readonly DrawerItem[],
  { sources, now, isRestoring, found }: BatchContext,
): FiledBatch => {
  const fresh = new Map<string, { readonly row: NewDrawer; readonly drawer: ImportedDrawer }>();
  const conflicts: string[] = [];
  const here: (SourceId | null)[] = [];
  for (const { drawer, where } of items) {
    const hash = contentHash(drawer.text);
    const known = fresh.get(drawer.id)?.row ?? transaction.read.drawerById(drawerId(drawer.id));
    if (known === undefined)
      fresh.set(drawer.id, { drawer, row: newDrawer(drawer, hash, sources.of(transaction, drawer, now), now) });
    else if (known.contentHash === hash) here.push(known.sourceId);
    else conflicts.push(conflict(where, drawer.id));
  }
  const filed = [...fresh.values()];
  const rows = filed.map(({ row }) => row);
  // Drawers with recorded findings keep them. Drawers without findings are searched like any new drawer.
  const wasScreened = (drawer: ImportedDrawer): boolean => isRestoring && drawer.findings.length > 0;
  const reviewed = new Set(
    filed
      .filter(({ drawer }) => wasScreened(drawer) || reviewedProperty in drawer.properties)
      .map(({ row }) => row.id),
  );
  const searched = filed.filter(({ drawer, row }) => !wasScreened(drawer) && !found.has(row.id));
  const findings = new Map([...found, ...findSecretsOfDrawers(searched.map(({ row }) => row))]);
  const rowids = screenedInsert(transaction, rows, { reviewed, findings });
  filed.forEach(({ row: { id }, drawer }, index) => {
    const rowid = rowids[index];
    if (rowid !== undefined) note(transaction, drawer, rowid, id, { now, isRestoring });
  });
  return {
    added: filed.length,
    duplicates: here.length,
    conflicts,
    drawers: [
      ...rows.map(({ sourceId }) => ({ sourceId, isNew: true })),
      ...here.map((sourceId) => ({ sourceId, isNew: false })),
    ],
  };
};

export const conflict = (where: string, id: string): string =>
  `${where}: the drawer ${id} is here with another text`;

/** An imported drawer as it is filed; `now` stands for times that it lacks. */
export const newDrawer = (
  drawer: ImportedDrawer,
  hash: string,
  source: SourceId | null,
  now: IsoTime,
): NewDrawer => {
  return {
    id: drawerId(drawer.id),
    wing: wingName(drawer.wing),
    room: roomName(drawer.room),
    type: drawer.type,
    text: drawer.text,
    sourceId: source,
    span: drawer.span,
    lines: drawer.lines,
    chunkIndex: drawer.chunkIndex,
    contentHash: hash,
    filedAt: drawer.filedAt ?? now,
    createdAt: drawer.createdAt ?? now,
    tier: drawer.tier,
    importance: drawer.importance,
    pinned: drawer.pinned,
    sensitive: drawer.sensitive,
    speaker: drawer.speaker,
    exchange: drawer.exchange,
    part: drawer.part,
  };
};

/** Adds the metadata that a new drawer lacks. Most drawers have none. */
const note = (
  transaction: WriteTransaction,
  drawer: ImportedDrawer,
  rowid: number,
  id: NewDrawer['id'],
  { now, isRestoring }: Pick<BatchContext, 'now' | 'isRestoring'>,
): void => {
  const {
    archived,
    supersededBy,
    consolidatedInto,
    accessCount,
    lastAccessed,
    accesses,
    rejectedAt,
    tags,
    properties,
    findings,
  } = drawer;
  if (archived !== null || supersededBy !== null || consolidatedInto !== null) {
    transaction.updateDrawers([
      {
        rowid,
        ...(archived === null ? {} : { archived: { at: archived.at ?? now, reason: archived.reason } }),
        ...(supersededBy === null ? {} : { supersededBy: drawerId(supersededBy) }),
        ...(consolidatedInto === null ? {} : { consolidatedInto: drawerId(consolidatedInto) }),
      },
    ]);
  }
  if (tags.length > 0) transaction.addTags(id, tags);
  if (Object.keys(properties).length > 0) transaction.putProperties(id, properties);
  const known = findings.filter(({ start, end }) => start < end && end <= drawer.text.length);
  if (known.length > 0)
    transaction.putFindings(
      id,
      isRestoring ? known : joinedFindings([...transaction.read.findingsOf(id), ...known]),
    );
  if (accessCount > 0 || lastAccessed !== null || accesses.length > 0 || rejectedAt !== null)
    transaction.putUse(id, { accessCount, lastAccessed, accesses, rejectedAt });
};
