import type { DiskFailure, FileTable } from './fileTable.ts';
import type { LogTail } from './logTail.ts';
import { resultCode, SqlError } from './sqlError.ts';
import type { SqlCopy, SqlDatabase, SqlStatement } from './sqlDatabase.ts';
import type { SqliteCalls } from './sqliteExports.ts';
import type { SqliteInstance } from './sqliteInstance.ts';
import { SqliteStatement } from './sqliteStatement.ts';
import type { WasmMemory } from './wasmMemory.ts';

interface ConnectionOptions {
  readonly file: string;
  readonly readOnly: boolean;
  readonly onError: (error: SqlError) => void;
  /** Called once the instance holds nothing of the connection any more. */
  readonly onClosed: () => void;
}

/** A connection in a SQLite instance of its own. */
export class SqliteConnection implements SqlDatabase {
  readonly #call: SqliteCalls;
  readonly #memory: WasmMemory;
  readonly #files: FileTable;
  readonly #statements = new Map<string, SqliteStatement>();
  readonly #handle: number;
  /** Room for one pointer that SQLite hands out. */
  readonly #out: number;
  readonly #options: ConnectionOptions;
  #closed = false;

  constructor(instance: SqliteInstance, files: FileTable, options: ConnectionOptions) {
    this.#call = instance.call;
    this.#memory = instance.memory;
    this.#files = files;
    this.#options = options;
    instance.use(files);
    this.#out = this.#call.malloc(8);
    try {
      this.#handle = this.#open(options.file);
    } catch (thrown) {
      this.abandon();
      throw thrown;
    }
  }

  get failure(): DiskFailure | undefined {
    return this.#files.failure;
  }

  run(sql: string): void {
    this.#demandOpen();
    this.#withText(sql, (text) => this.#check(this.#call.sqlite3_exec(this.#handle, text, 0, 0, 0)));
  }

  statement(sql: string): SqlStatement {
    this.#demandOpen();
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    this.#withText(sql, (text) =>
      this.#check(this.#call.sqlite3_prepare_v2(this.#handle, text, -1, this.#out, 0)),
    );
    const statement = new SqliteStatement(this.#call, this.#memory, this.#handle, this.#memory.uint32(this.#out), {
      begin: () => this.#demandOpen(),
      error: (code) => this.#error(code),
    });
    this.#statements.set(sql, statement);
    return statement;
  }

  copyTo(name: string): SqlCopy {
    this.#demandOpen();
    const target = this.#open(name);
    const call = this.#call;
    let backup = 0;
    try {
      this.#withText('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF', (text) =>
        this.#check(call.sqlite3_exec(target, text, 0, 0, 0), target),
      );
      backup = this.#withText('main', (main) => call.sqlite3_backup_init(target, main, this.#handle, main));
      if (backup === 0) throw this.#error(resultCode.error, target);
    } catch (thrown) {
      call.sqlite3_close_v2(target);
      throw thrown;
    }
    return {
      step: (pages) => {
        this.#demandOpen();
        const code = call.sqlite3_backup_step(backup, pages);
        if (code === resultCode.done) return true;
        if (code !== resultCode.ok) throw this.#error(code, target);
        return false;
      },
      finish: () => {
        call.sqlite3_backup_finish(backup);
        call.sqlite3_close_v2(target);
      },
    };
  }

  close(): void {
    if (this.#closed) return;
    try {
      if (this.#options.readOnly) return;
      // Closing would hide errors of its checkpoint, so the checkpoint runs before it.
      this.statement('PRAGMA wal_checkpoint(TRUNCATE)').run();
    } finally {
      this.#closed = true;
      for (const statement of this.#statements.values()) statement.finalize();
      this.#statements.clear();
      const isClosed = this.#call.sqlite3_close_v2(this.#handle) === resultCode.ok;
      this.#call.free(this.#out);
      this.#files.closeAll();
      if (isClosed) this.#options.onClosed();
    }
  }

  abandon(): void {
    this.#closed = true;
    this.#statements.clear();
    this.#files.closeAll();
  }

  get uncommittedLog(): LogTail | undefined {
    return this.#files.logTail;
  }

  keepLog(): void {
    this.#files.keepLogTail();
  }

  #open(name: string): number {
    const code = this.#withText(`/${name}`, (text) => this.#call.sqlite3_open(text, this.#out));
    const handle = this.#memory.uint32(this.#out);
    if (code !== resultCode.ok) {
      const error = this.#error(code, handle);
      this.#call.sqlite3_close_v2(handle);
      throw error;
    }
    return handle;
  }

  #withText<T>(text: string, use: (pointer: number) => T): T {
    const bytes = Buffer.byteLength(text);
    const pointer = this.#call.malloc(bytes + 1);
    if (pointer === 0) throw new SqlError('out of memory', resultCode.noMemory, undefined);
    try {
      this.#memory.bytes.write(text, pointer);
      this.#memory.bytes[pointer + bytes] = 0;
      return use(pointer);
    } finally {
      this.#call.free(pointer);
    }
  }

  #check(code: number, handle = this.#handle): void {
    if (code !== resultCode.ok) throw this.#error(code, handle);
  }

  #error(code: number, handle = this.#handle): SqlError {
    const message = this.#memory.cString(this.#call.sqlite3_errmsg(handle));
    const error = new SqlError(message, code, this.#files.failure);
    this.#options.onError(error);
    return error;
  }

  /** Goes before each call into SQLite: clears the failure, so that a later one belongs to that call. */
  #demandOpen(): void {
    this.#files.failure = undefined;
    this.#files.forgetAhead();
    if (this.#closed) throw new SqlError('the connection is closed', resultCode.error, undefined);
  }
}
