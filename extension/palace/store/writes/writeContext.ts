import type { DrawerId } from '../../model/drawer/ids.ts';
import type { ChangeRecorder } from './changeRecorder.ts';
import type { ReadQueries } from '../palaceStore.ts';
import type { RunStatement, SqlDatabase } from '../realFile/sqlDatabase.ts';

/** What the writes of one transaction share. */
export interface WriteContext {
  readonly database: SqlDatabase;
  /** Throws E_SQL once the transaction has ended. */
  readonly run: RunStatement;
  /** For writes that {@link run} can't make. Throws the same error. */
  readonly demandOpen: () => void;
  readonly read: ReadQueries;
  readonly recorder: ChangeRecorder;
  readonly rowidOf: (id: DrawerId) => number | undefined;
  readonly idOf: (rowid: number) => string | undefined;
}
