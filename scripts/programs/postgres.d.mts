/** A PostgreSQL that runs for tests. */
export interface RunningPostgres {
  /** Of its superuser, who needs no password. Every other role needs its own. */
  readonly url: string;
  readonly port: number;
  /** Folder of its unix socket, on which nobody needs a password. */
  readonly socketFolder: string;
  /** Folder of `pg_dump`, `psql` and the others. */
  readonly programs: string;
  /** Starts it again after `stop` or `kill`. */
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Without a checkpoint, as a crash. */
  readonly kill: () => Promise<void>;
  /** Stops it and deletes its data. */
  readonly remove: () => Promise<void>;
}
/** Fetches PostgreSQL once; gives its folder. Throws why there is none here. */
export declare const ensurePostgres: (options?: { report?: (line: string) => void }) => Promise<string>;
/** Starts a server in a temporary folder. */
export declare const startPostgres: (options?: {
  report?: (line: string) => void;
  /** Of the server, beside what tests need. */
  settings?: Readonly<Record<string, string | number>>;
}) => Promise<RunningPostgres>;
