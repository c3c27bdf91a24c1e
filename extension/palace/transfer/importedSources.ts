import { sourceId, type IsoTime, type SourceId } from '../model/drawer/ids.ts';
import type { SourceRecord } from '../model/source/source.ts';
import { importSource } from '../filing/importSource.ts';
import { unreadSource } from '../filing/unreadSource.ts';
import type { WriteTransaction } from '../store/palaceStore.ts';
import type { ImportedDrawer } from './record/importItem.ts';

/** Finds or files the source of each imported drawer. */
export interface ImportedSources {
  /** A source that the import lists before its drawers. */
  learn(source: SourceRecord): void;
  /** Call it in the transaction that files the drawer. */
  of(transaction: WriteTransaction, drawer: ImportedDrawer, now: IsoTime): SourceId | null;
  /** All listed sources. Those without drawers are filed at the end of a restore. */
  readonly learned: readonly SourceRecord[];
}

/**
 * A palace that is being restored gets exactly the exported sources. In an existing palace, mining would take another
 * workspace's file for one of its own that has gone, and archive its drawers. So files and conversations that are not
 * the same here become sources of the kind `import`, which mining leaves alone.
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
      // If only drawers name a source, its bytes are unknown, so mining reads it again.
      transaction.putSource(told ?? unreadSource({ id, kind: source.kind, path: source.path }, now));
      return id;
    },
  };
};
