import type { IsoTime } from '../../model/ids.ts';

/** Drawers that went into the archive at one time for one reason. */
export interface ArchiveBatch {
  readonly reason: string;
  readonly archivedAt: IsoTime;
  readonly drawers: number;
}

/** How many drawers are in the archive for a reason ('' for none), and since when the latest of them. */
export interface ArchiveReason {
  readonly reason: string;
  readonly drawers: number;
  readonly latest: IsoTime;
}

/** What of the archive is asked for: a reason's drawers, or one batch of them. */
export interface ArchivePart {
  readonly reason: string;
  readonly archivedAt?: IsoTime | undefined;
}

/** Place in the archive's order, which begins with what was archived last. */
export interface ArchivePlace {
  readonly archivedAt: IsoTime;
  readonly rowid: number;
}

/** Reads of what is in the archive. */
export interface ArchiveQueries {
  /** The latest first; of one reason where one is given. */
  archiveBatches(limit: number, reason?: string): ArchiveBatch[];
  /** The most drawers first. */
  archiveReasons(): ArchiveReason[];
  /** Rowids of every drawer of a part, in order. */
  archivedRowids(part: ArchivePart): number[];
  /** Places of a part's drawers from behind a place on, what was archived last first. */
  archivedAfter(part: ArchivePart, after: ArchivePlace | null, limit: number): ArchivePlace[];
}
