import { contentHash } from '../model/drawer.ts';
import { sourceId, type IsoTime, type SourceId } from '../model/ids.ts';
import type { SourceRecord } from '../model/source.ts';
import { importSource } from '../filing/importDrawers.ts';
import { NORMALIZE_VERSION } from '../filing/normalizeVersion.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import type { ImportedDrawer } from './importItem.ts';

/** Finds or files the source of each drawer that comes in. */
export interface ImportedSources {
  /** A source that the import tells of, before its drawers. */
  learn(source: SourceRecord): void;
  /** To be called in the transaction that files the drawer. */
  of(transaction: WriteTransaction, drawer: ImportedDrawer, now: IsoTime): SourceId | null;
  /** Files sources that have no drawers, which a restored palace had, too. Returns those not yet filed. */
  readonly learned: readonly SourceRecord[];
}

/**
 * A palace that is being restored gets the very sources that were exported. Where there is a palace already, mining
 * would take another workspace's file for one of this workspace's that has gone, and archive its drawers: so files and
 * conversations that are not the same here become sources of the kind `import`, which mining leaves alone.
 */
export const importedSources = (isRestoring: boolean): ImportedSources => {
  const learned = new Map<string, SourceRecord>();
  return {
    learn: (source) => void learned.set(source.id, source),
    get learned() {
      return [...learned.values()];
    },
    of(transaction, { wing, room, source }, now) {
      if (source === null) return null;
      if (source.id === null) return importSource(transaction, { wing, room, source_file: source.path }, now);
      const id = sourceId(source.id);
      const here = transaction.read.sourceById(id);
      const told = learned.get(id);
      const isMined = source.kind === 'file' || source.kind === 'conversation';
      if (here !== undefined && (isRestoring || !isMined || (told !== undefined && told.hash === here.hash)))
        return id;
      if (!isRestoring && isMined) return importSource(transaction, { wing, room, source_file: source.path }, now);
      // The bytes of a source that only its drawers tell of are not known: mining reads it again.
      transaction.putSource(
        told ?? {
          id,
          kind: source.kind,
          path: source.path,
          hash: contentHash(''),
          size: 0,
          mtimeMs: 0,
          normalizeVersion: NORMALIZE_VERSION,
          minedAt: now,
        },
      );
      return id;
    },
  };
};
