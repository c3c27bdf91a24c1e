import type { IsoTime } from '../../model/ids.ts';

/** In how many sessions a drawer was opened or given to an agent. */
export interface DrawerSessions {
  readonly id: string;
  readonly sessions: number;
}

/** In how many sessions two drawers were accessed both; `a` < `b`. */
export interface CoAccess {
  readonly a: string;
  readonly b: string;
  readonly count: number;
}

/** What a scan of the palace made of a drawer's use; a drawer without accesses has no row. */
export interface LtpRow {
  readonly id: string;
  /** Sessions within the window. */
  readonly accesses: number;
  /** 0…1. */
  readonly ltpScore: number;
}

export interface ScannedDrawer {
  readonly rowid: number;
  readonly id: string;
  /** Since the time that was asked for. */
  readonly sessions: number;
  /** What the last scan wrote; zeros where there is no row. */
  readonly known: { readonly accesses: number; readonly ltpScore: number };
  readonly isMarkedSuperseded: boolean;
}

/** A search that was made, and what it returned, best first. */
export interface LoggedQuery {
  readonly text: string;
  readonly at: IsoTime;
  readonly resultIds: readonly string[];
}

/** What the memory was used for: reads of the access log, the pairs and the query log. Each is one query, bounded by its arguments. */
export interface UsageQueries {
  /** Accesses since a time, for those of the drawers that have any. */
  sessionsSince(ids: readonly string[], since: IsoTime): DrawerSessions[];
  /** Pairs among the drawers. */
  coAccesses(ids: readonly string[]): CoAccess[];
  /** Newest first. */
  queriesSince(since: IsoTime, limit: number): LoggedQuery[];
  /** So many drawers behind a rowid, archived ones too, in rowid order. */
  scan(since: IsoTime, afterRowid: number, limit: number): ScannedDrawer[];
  /** Every row that scans have written, by drawer ID. */
  ltp(): LtpRow[];
}

/** How much of the logs is kept. */
export interface UsageLimits {
  /** What is older goes. */
  readonly before: IsoTime;
  /** Of what is left, the newest so many rows of each log. */
  readonly accesses: number;
  readonly pairs: number;
  readonly queries: number;
}
