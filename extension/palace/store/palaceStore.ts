import type { Disposable } from '../../base/disposable.ts';
import type { Drawer, IndexedDrawer, NewDrawer } from '../model/drawer/drawer.ts';
import type { DrawerFilter } from '../model/query/drawerFilter.ts';
import type { PageCursor } from '../model/query/pageCursor.ts';
import type { DrawerId, IsoTime, SourceId } from '../model/drawer/ids.ts';
import type { SourceKind, SourceRecord } from '../model/source/source.ts';
import type { DrawerCounts } from './queries/drawerCounts.ts';
import type { DrawerPage } from './queries/drawerPage.ts';
import type { DrawerPatch } from './queries/drawerPatch.ts';
import type { StoredVector, VectorVisitor } from './queries/vectors.ts';
import type { AgeingQueries } from './queries/ageing.ts';
import type { ArchiveQueries } from './queries/archive.ts';
import type { AnnotationQueries, AnnotationWrites } from './queries/annotations.ts';
import type { ClosetQueries, ClosetWrites } from './queries/closets.ts';
import type { ErasureQueries, ErasureWrites } from './queries/mentions/erasure.ts';
import type { NoteCheckQueries, NoteCheckWrites } from './queries/noteChecks.ts';
import type { MoveQueries, MoveWrites } from './queries/moves.ts';
import type { PatternQueries, PatternWrites } from './queries/patterns.ts';
import type { PlanQueries, PlanWrites } from './queries/plans.ts';
import type { NameQueries, NameWrites } from './queries/mentions/names.ts';
import type { RequestQueries, RequestWrites } from './queries/requests.ts';
import type { TeamQueries } from './queries/team.ts';
import type { TeamWrites } from './queries/teamWrites.ts';
import type { TransferQueries, TransferWrites } from './queries/transfer.ts';
import type { TurnQueries } from './queries/turns.ts';
import type { LtpRow } from './queries/ltp.ts';
import type { LoggedQuery, UsageLimits, UsageQueries } from './queries/usage.ts';

type AccessKind = 'opened' | 'returned_to_agent';

interface Access {
  readonly rowid: number;
  readonly sessionId: string;
  readonly kind: AccessKind;
  readonly at: IsoTime;
}

/** The writes of one transaction: all of them become durable, or none. */
export interface WriteTransaction
  extends
    AnnotationWrites,
    ClosetWrites,
    ErasureWrites,
    NoteCheckWrites,
    TransferWrites,
    PatternWrites,
    MoveWrites,
    PlanWrites,
    NameWrites,
    RequestWrites {
  /** Reads inside a transaction see its own writes. */
  readonly read: ReadQueries;
  readonly team: TeamWrites;
  putSource(source: SourceRecord): void;
  /** The source's drawers must be deleted or archived first. While archived ones exist, the source's row stays. */
  removeSource(id: SourceId): void;
  /** Returns the new rowids, in order. Throws `E_SQL` on an ID that exists. */
  insertDrawers(drawers: readonly NewDrawer[]): number[];
  /** A drawer that becomes sensitive loses its vectors. */
  updateDrawers(patches: readonly DrawerPatch[]): void;
  /** Deletes their vectors, access rows and everything noted about them too. */
  deleteDrawers(rowids: readonly number[]): void;
  /** Vectors of drawers that are gone or sensitive are skipped. */
  putVectors(vectors: readonly StoredVector[]): void;
  /** Removes at most `limit` of a model's vectors; returns how many. */
  removeVectors(modelId: string, limit: number): number;
  /** Counts a drawer once per session, and its pairs with what the session accessed shortly before. */
  recordAccess(accesses: readonly Access[]): void;
  /** Gives a drawer the accesses of the one that it replaces, as if they had been its own. */
  carryUsage(from: DrawerId, to: DrawerId): void;
  /** Logs searches, for the expansion of later ones. The query log is not part of the memory, so the revision stays. */
  logQueries(queries: readonly LoggedQuery[]): void;
  /** Stores what a scan computed from the drawers' use; the drawers in `settled` are no longer due. The revision stays. */
  putLtp(rows: readonly LtpRow[], settled: readonly string[], at: IsoTime): void;
  /** Stores a scan's state under a key of `meta`. The revision stays. */
  noteScan(key: string, value: string): void;
  /** Deletes what the logs hold beyond their limits. The revision stays. */
  pruneUsage(limits: UsageLimits): void;
  setMeta(key: string, value: string): void;
}

/** What a commit changed, for the indexes and the views. Drawers are in their state after the commit. */
export interface CommittedChange {
  readonly revision: number;
  readonly inserted: readonly Drawer[];
  readonly updated: readonly Drawer[];
  /** Rowids. */
  readonly deleted: readonly number[];
  readonly vectors: readonly StoredVector[];
  /** Rowids of drawers that lost their earlier vectors, before `vectors` were added. */
  readonly unembedded: readonly number[];
  /** Models whose vectors were removed by {@link WriteTransaction.removeVectors}. */
  readonly clearedModels: readonly string[];
  /** Sources whose closets changed. */
  readonly closets: readonly SourceId[];
}

/** Reads for ranking drawers and for showing them. */
export type DrawerReads = Pick<
  ReadQueries,
  | 'drawersByRowid'
  | 'drawerById'
  | 'tagsOf'
  | 'propertiesOf'
  | 'propertyOf'
  | 'findingsOf'
  | 'patternsWith'
  | 'meta'
> & {
  readonly usage: Pick<UsageQueries, 'sessionsInWindow' | 'coAccesses'>;
  readonly team: Pick<ReadQueries['team'], 'filedBy'>;
};

/** Synchronous reads of committed data; inside a transaction, also of its own writes. */
export interface ReadQueries
  extends
    AnnotationQueries,
    ClosetQueries,
    ErasureQueries,
    NoteCheckQueries,
    TransferQueries,
    AgeingQueries,
    ArchiveQueries,
    PatternQueries,
    MoveQueries,
    PlanQueries,
    NameQueries,
    TurnQueries,
    RequestQueries {
  /** In the order given; missing ones are left out. */
  drawersByRowid(rowids: readonly number[]): Drawer[];
  drawerById(id: DrawerId): Drawer | undefined;
  /** In chunk order, archived ones included. */
  drawersOfSource(id: SourceId): Drawer[];
  /** Of each drawer that is a part of a long note: the IDs of all its parts, in order, archived ones included. */
  partsOfNotes(ids: readonly DrawerId[]): ReadonlyMap<DrawerId, readonly DrawerId[]>;
  sourceById(id: SourceId): SourceRecord | undefined;
  sourceByPath(kind: SourceKind, path: string): SourceRecord | undefined;
  sources(kind?: SourceKind): SourceRecord[];
  /** Counts of the entire palace, never of one page. */
  counts(): DrawerCounts;
  /** How many drawers of each source are not archived; sources without any are left out. */
  liveDrawersBySource(): ReadonlyMap<SourceId, number>;
  page(filter: DrawerFilter, cursor: PageCursor | null, limit: number): DrawerPage;
  /** Every drawer (archived too) in rowid order, for building indexes. */
  scanDrawers(afterRowid: number, limit: number): Drawer[];
  /** The same without texts; `paths` are the {@link sourcePaths}. */
  scanIndexed(afterRowid: number, limit: number, paths: ReadonlyMap<string, string>): IndexedDrawer[];
  /** The path of each source that has one, by ID. */
  sourcePaths(): ReadonlyMap<string, string>;
  /** Vectors of one model in rowid order. */
  scanVectors(modelId: string, afterRowid: number, limit: number): StoredVector[];
  /** Visits the same vectors without keeping them. Returns the last one's rowid; undefined if there are none left. */
  visitVectors(modelId: string, afterRowid: number, limit: number, visit: VectorVisitor): number | undefined;
  /** Drawers still to be embedded by this model: neither sensitive nor archived; most used, then newest first. */
  rowidsWithoutVector(modelId: string, limit: number): number[];
  vectorCounts(modelId: string): { readonly done: number; readonly pending: number };
  /** Every model that has vectors here. */
  vectorModels(): string[];
  meta(key: string): string | undefined;
  readonly usage: UsageQueries;
  readonly team: TeamQueries;
}

export interface DamagedRow {
  readonly what: string;
  readonly id: string;
  readonly problem: string;
}

export interface VerifyReport {
  readonly ok: boolean;
  /** Drawers whose text was compared with its hash. */
  readonly checked: number;
  readonly damaged: readonly DamagedRow[];
}

export type StoreHealth =
  | { readonly state: 'ok' }
  /** `code`: that of the error with which writes reject; default E_PALACE_READ_ONLY. */
  | { readonly state: 'read_only'; readonly reason: string; readonly code?: 'E_DISK_FULL' }
  | { readonly state: 'damaged'; readonly reason: string; readonly damaged: readonly DamagedRow[] };

/** Files in a palace's folder that also hold drawers; their paths in it, with `/`. */
export interface PalaceCopies {
  readonly backups: readonly string[];
  /** Files that a repair keeps in `damaged-…` or that an interrupted run left. */
  readonly others: readonly string[];
  /** Logs that were not applied because they belong to another file than the palace's. */
  readonly foreignLogs: readonly string[];
}

/** One palace on disk: the source of truth. Only one process at a time may open it. */
export interface PalaceStore {
  readonly folder: string;
  readonly schemaVersion: number;
  /** Rises by one with every committed write. */
  readonly revision: number;
  readonly health: StoreHealth;
  readonly read: ReadQueries;
  /**
   * Runs `work` in a transaction and resolves with its value once that is durable. Several waiting writes share one
   * commit; if `work` throws, only its writes are undone and the promise rejects.
   * Errors: E_DISK_FULL, E_DISK_ERROR, E_PALACE_READ_ONLY, E_PALACE_DAMAGED.
   */
  write<T>(work: (transaction: WriteTransaction) => T): Promise<T>;
  /** Called after each durable commit, in commit order, before the writes' promises resolve. */
  onCommit(listener: (change: CommittedChange) => void): Disposable;
  /**
   * Compares every text with its hash and runs SQLite's integrity check, in steps, so that other work can run in
   * between.
   */
  verify(options?: {
    readonly signal?: AbortSignal;
    readonly onProgress?: (done: number, total: number) => void;
  }): Promise<VerifyReport>;
  /**
   * Makes a checked copy in `backups/` and keeps the newest three. Returns the copy's path. `onProgress`: in pages, first copied,
   * then checked. Throws E_CANCELLED, also if the store closes; no half copy stays.
   */
  backup(options?: {
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((done: number, total: number) => void) | undefined;
  }): Promise<string>;
  /** The files besides the palace's own that hold drawers. */
  copies(): PalaceCopies;
  /**
   * Rewrites the palace's file without a byte of what was deleted, replaces the backups with a new one, and removes
   * every other copy. Blocks the thread while it writes. Errors: as for `write` and `backup`; it can then be called
   * again.
   */
  rewrite(): Promise<void>;
  /** Bytes on disk of the palace file and its log. */
  bytes(): number;
  /** Waits for pending writes, checkpoints, closes the file. */
  close(): Promise<void>;
}

/** A store that may turn out to be the wrong one to open. */
export interface AbandonableStore extends PalaceStore {
  /** Closes the file before anything was written, and leaves it and its log as they are. */
  abandon(): void;
}
