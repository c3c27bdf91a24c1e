import { resultCode, type SqlError } from './sqlError.ts';
import type { SqlRow, SqlStatement, SqlValue } from './sqlDatabase.ts';
import type { SqliteCalls } from './sqliteExports.ts';
import type { WasmMemory } from './wasmMemory.ts';

const columnType = { null: 5 } as const;
/** Tells SQLite to copy a bound value at once. */
const transient = -1;

/** A column's text, and its bytes: the first `length` of `bytes`, which are kept for the next text. */
interface RepeatedText {
  bytes: Uint8Array;
  length: number;
  text: string;
}

/** What a statement needs from its connection. */
interface StatementOwner {
  /** To be called before each call into SQLite. Throws if the connection is closed. */
  begin(): void;
  error(code: number): SqlError;
}

/** A prepared statement of one connection, and its current row. */
export class SqliteStatement implements SqlStatement, SqlRow {
  readonly #call: SqliteCalls;
  readonly #memory: WasmMemory;
  readonly #connection: StatementOwner;
  readonly #handle: number;

  readonly #database: number;
  /** What {@link repeatedText} returned last, by column. */
  readonly #texts: RepeatedText[] = [];

  constructor(
    call: SqliteCalls,
    memory: WasmMemory,
    database: number,
    handle: number,
    connection: StatementOwner,
  ) {
    this.#call = call;
    this.#memory = memory;
    this.#database = database;
    this.#handle = handle;
    this.#connection = connection;
  }

  run(...values: readonly SqlValue[]): number {
    return this.#bound(values, () => {
      while (this.#step());
      return this.#call.sqlite3_changes(this.#database);
    });
  }

  first<T>(read: (row: SqlRow) => T, ...values: readonly SqlValue[]): T | undefined {
    return this.#bound(values, () => (this.#step() ? read(this) : undefined));
  }

  all<T>(read: (row: SqlRow) => T, ...values: readonly SqlValue[]): T[] {
    return this.#bound(values, () => {
      const rows: T[] = [];
      while (this.#step()) rows.push(read(this));
      return rows;
    });
  }

  text(column: number): string {
    return this.textOrNull(column) ?? this.#unlike();
  }

  textOrNull(column: number): string | null {
    const pointer = this.#call.sqlite3_column_text(this.#handle, column);
    return pointer === 0
      ? null
      : this.#memory.text(pointer, this.#call.sqlite3_column_bytes(this.#handle, column));
  }

  repeatedText(column: number): string | null {
    const pointer = this.#call.sqlite3_column_text(this.#handle, column);
    if (pointer === 0) return null;
    const length = this.#call.sqlite3_column_bytes(this.#handle, column);
    const last = (this.#texts[column] ??= { bytes: new Uint8Array(64), length: 0, text: '' });
    if (last.length === length && this.#memory.holds(pointer, last.bytes, length)) return last.text;
    if (last.bytes.length < length) last.bytes = new Uint8Array(2 * length);
    last.bytes.set(this.#memory.bytes.subarray(pointer, pointer + length));
    last.length = length;
    last.text = this.#memory.text(pointer, length);
    return last.text;
  }

  number(column: number): number {
    return this.numberOrNull(column) ?? this.#unlike();
  }

  numberOrNull(column: number): number | null {
    if (this.#call.sqlite3_column_type(this.#handle, column) === columnType.null) return null;
    return this.#call.sqlite3_column_double(this.#handle, column);
  }

  bytes(column: number): Uint8Array {
    const pointer = this.#call.sqlite3_column_blob(this.#handle, column);
    return this.#memory.slice(pointer, this.#call.sqlite3_column_bytes(this.#handle, column));
  }

  view(column: number): Uint8Array {
    const pointer = this.#call.sqlite3_column_blob(this.#handle, column);
    return this.#memory.bytes.subarray(pointer, pointer + this.#call.sqlite3_column_bytes(this.#handle, column));
  }

  finalize(): void {
    this.#call.sqlite3_finalize(this.#handle);
  }

  #bound<T>(values: readonly SqlValue[], work: () => T): T {
    this.#connection.begin();
    try {
      values.forEach((value, index) => this.#bind(index + 1, value));
      return work();
    } finally {
      // The step has reported the error, if any; `reset` only repeats it.
      this.#call.sqlite3_reset(this.#handle);
    }
  }

  #step(): boolean {
    const code = this.#call.sqlite3_step(this.#handle);
    if (code === resultCode.row) return true;
    if (code === resultCode.done) return false;
    throw this.#connection.error(code);
  }

  #bind(position: number, value: SqlValue): void {
    const code = this.#bindValue(position, value);
    if (code !== resultCode.ok) throw this.#connection.error(code);
  }

  #bindValue(position: number, value: SqlValue): number {
    const call = this.#call;
    if (value === null) return call.sqlite3_bind_blob(this.#handle, position, 0, 0, 0);
    if (typeof value === 'number') {
      return Object.is(value, value | 0)
        ? call.sqlite3_bind_int(this.#handle, position, value)
        : call.sqlite3_bind_double(this.#handle, position, value);
    }
    const length = typeof value === 'string' ? Buffer.byteLength(value) : value.length;
    const pointer = call.malloc(length + 1);
    if (pointer === 0) return resultCode.noMemory;
    try {
      if (typeof value === 'string') {
        this.#memory.bytes.write(value, pointer);
        return call.sqlite3_bind_text(this.#handle, position, pointer, length, transient);
      }
      this.#memory.bytes.set(value, pointer);
      return call.sqlite3_bind_blob(this.#handle, position, pointer, length, transient);
    } finally {
      call.free(pointer);
    }
  }

  /** A column lacks the value that the schema requires: the file is damaged. */
  #unlike(): never {
    throw this.#connection.error(resultCode.corrupt);
  }
}
