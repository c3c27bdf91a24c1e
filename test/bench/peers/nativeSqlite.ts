import { loadPeer } from './peerPackages.ts';

interface Statement {
  readonly run: (...values: unknown[]) => unknown;
  readonly all: (...values: unknown[]) => unknown[];
}

export interface NativeSqlite {
  readonly pragma: (sql: string) => unknown;
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => Statement;
  readonly transaction: (work: () => void) => () => void;
  readonly close: () => void;
}

/** Opens a database with better-sqlite3; `:memory:` for none on disk. */
export const openNativeSqlite = (file: string): NativeSqlite =>
  new (loadPeer<new (file: string) => NativeSqlite>('better-sqlite3'))(file);
