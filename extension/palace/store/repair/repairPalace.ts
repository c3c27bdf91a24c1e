import { compactTime } from '../../../base/time.ts';
import { isoTime } from '../../model/drawer/ids.ts';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import { diskError } from '../diskError.ts';
import { withoutForeignLog } from '../foreignLog.ts';
import { inspectPalace } from '../inspectPalace.ts';
import { migrate } from '../schema/migrate.ts';
import { openDatabase, type DatabaseEnvironment } from '../openDatabase.ts';
import { inFolder, palaceFile, wholeFile, workFile } from '../palaceFiles.ts';
import { readPalaceStamp, refuseNewer } from '../palaceStamp.ts';
import type { SqlDatabase } from '../realFile/sqlDatabase.ts';
import { foreignTriggers, foreignViews, schemaObjects } from '../schema/knownSchemas.ts';
import { metaKey, migrations, newestSchema } from '../schema/schema.ts';
import { verifyDatabase } from '../verifyDatabase.ts';
import { backupsOf, copyDurably, exchangeFiles } from './repairFiles.ts';
import { isThere, removeIfThere } from '../realFile/wholeFiles.ts';
import { logInMemory } from '../realFile/logInMemory.ts';
import { mendRows, type MendedRows } from '../rows/setAside.ts';
import { overlayRows, type RepairedTable } from './overlayRows.ts';
import { salvageRows } from './salvageRows.ts';
import { savedDrawers, type IdsByRowid, type SavedDrawers } from './savedDrawers.ts';
import { tableShapes, type TableShape } from '../rows/tableShape.ts';

interface RepairOptions extends DatabaseEnvironment {
  readonly clock: () => Date;
  /** Builds the new palace and reports on it, but changes nothing. */
  readonly dryRun: boolean;
  readonly signal?: AbortSignal;
}

export interface RepairReport {
  /**
   * sound: there was nothing to repair; repaired: the new palace has replaced it; possible: it would have (a dry
   * run).
   */
  readonly state: 'sound' | 'repaired' | 'possible';
  /** The backup that it is based on, as a path in the palace's folder; null if none is sound. */
  readonly backup: string | null;
  readonly drawers: SavedDrawers;
  /** Tables in which something could not be read or was refused. */
  readonly damage: readonly RepairedTable[];
  /** Folder with the unchanged damaged files; null if nothing was replaced. */
  readonly kept: string | null;
}

/**
 * Makes a sound palace from a damaged one: the newest sound backup, overlaid with every row that can still be read.
 * The damaged files are kept aside unchanged. The caller holds the palace's lock. Errors: E_PALACE_NOT_FOUND,
 * E_PALACE_NEWER, E_PALACE_DAMAGED (nothing can be read, and there is no backup), E_DISK_FULL, E_DISK_ERROR,
 * E_CANCELLED; in these cases, nothing has changed.
 */
export const repairPalace = async (options: RepairOptions): Promise<RepairReport> => {
  try {
    return await repair(options);
  } catch (thrown) {
    throw diskError(thrown, (errno) => errorText`Repairing the palace in ${options.folder} failed: ${errno}.`);
  }
};

const repair = async (options: RepairOptions): Promise<RepairReport> => {
  const { folder, fileSystem, clock, dryRun } = options;
  const file = inFolder(folder, palaceFile);
  const stamp = compactTime(clock().toISOString());
  const whole = {
    backup: null,
    drawers: { total: 0, from_backup_alone: 0, lost: [], doubtful: [] },
    damage: [],
    kept: null,
  };
  if (isThere(fileSystem, inFolder(folder, wholeFile)) && !dryRun) {
    // An earlier repair was interrupted while it replaced the files. It is resumed, because the old log may already
    // be gone.
    const total = await drawersIfSound(options, wholeFile);
    if (total !== null)
      return {
        ...whole,
        state: 'repaired',
        drawers: { ...whole.drawers, total },
        kept: exchangeFiles(fileSystem, folder, stamp),
      };
  }
  if (!isThere(fileSystem, file) && backupsOf(fileSystem, folder).length === 0)
    throw new PalaceError('E_PALACE_NOT_FOUND', errorText`There is no palace in ${folder}.`);
  const toRead = { ...options, fileSystem: withoutForeignLog(options) };
  const found = inspectPalace(toRead, newestSchema(migrations));
  if (found.state === 'sound' && isThere(fileSystem, file)) {
    const total = await drawersIfSound(toRead, palaceFile);
    if (total !== null) return { ...whole, state: 'sound', drawers: { ...whole.drawers, total } };
  }
  clear(options);
  try {
    const report = await rebuild(options);
    if (dryRun) return { ...report, state: 'possible', kept: null };
    fileSystem.rename(inFolder(folder, workFile), inFolder(folder, wholeFile));
    return { ...report, state: 'repaired', kept: exchangeFiles(fileSystem, folder, stamp) };
  } finally {
    clear(options);
  }
};

const clear = ({ fileSystem, folder }: RepairOptions): void => {
  for (const name of [workFile, `${workFile}-wal`, `${workFile}-journal`])
    removeIfThere(fileSystem, inFolder(folder, name));
};

/** How many drawers a file holds, if it is a palace whose texts and structures are all sound; else null. */
const drawersIfSound = async (options: RepairOptions, file: string): Promise<number | null> => {
  const { signal } = options;
  let database: SqlDatabase | undefined;
  try {
    const opened = openDatabase(options, { readOnly: true, file });
    database = opened;
    refuseNewer(readPalaceStamp(opened, file), newestSchema(migrations), file);
    const { ok, checked: total } = await verifyDatabase(() => opened, signal === undefined ? {} : { signal });
    return ok ? total : null;
  } catch (thrown) {
    const { code } = PalaceError.from(thrown);
    if (code === 'E_CANCELLED' || code === 'E_PALACE_NEWER') throw thrown;
    return null;
  } finally {
    database?.abandon();
  }
};

const rebuild = async (options: RepairOptions): Promise<Pick<RepairReport, 'backup' | 'drawers' | 'damage'>> => {
  const backup = await copiedBackup(options);
  const damaged = openDamaged(options);
  if (damaged === undefined && backup === null)
    throw new PalaceError('E_PALACE_DAMAGED', 'Nothing of the palace can be read, and there is no sound backup.', {
      remedy:
        'Mine the workspace into a new palace: --palace names another folder. The damaged one stays as it is.',
    });
  const fresh = openDatabase(options, { readOnly: false, file: workFile });
  try {
    const { schemaVersion, revision } = readPalaceStamp(fresh, workFile);
    migrate(fresh, schemaVersion, isoTime(options.clock()), migrations);
    const before = idsByRowid(fresh);
    const known = damaged === undefined ? new Map<number, string>() : await listedIds(damaged, options.signal);
    const mended = damaged === undefined ? noneMended : mendedRows(damaged, (rowid) => before.has(rowid));
    const tables =
      damaged === undefined
        ? []
        : await overlayRows({ damaged, fresh, filed: before, signal: options.signal }, mended);
    finish(
      fresh,
      Math.max(revision, damaged === undefined ? 0 : revisionOf(damaged)) + 1,
      newestSchema(migrations),
    );
    const now = idsByRowid(fresh);
    fresh.close();
    if ((await drawersIfSound(options, workFile)) === null)
      throw new PalaceError('E_PALACE_DAMAGED', 'What could be saved does not make a sound palace.');
    return {
      backup,
      drawers: savedDrawers({
        backup: before,
        listed: known,
        saved: now,
        read: tables.find(({ table }) => table === 'drawers')?.ids ?? new Set(),
      }),
      damage: damageOf(tables),
    };
  } catch (thrown) {
    fresh.abandon();
    throw thrown;
  } finally {
    damaged?.abandon();
  }
};

/** Copies the newest sound backup, on which the new palace is built. Returns its name; null if none is sound. */
const copiedBackup = async (options: RepairOptions): Promise<string | null> => {
  const { folder, fileSystem } = options;
  for (const name of backupsOf(fileSystem, folder)) {
    if ((await drawersIfSound(options, name)) === null) continue;
    copyDurably(fileSystem, inFolder(folder, name), inFolder(folder, workFile));
    return name;
  }
  return null;
};

/** The tables of which something was not copied as it was. */
const damageOf = (tables: readonly RepairedTable[]): RepairedTable[] =>
  tables
    .filter(({ mended, refused, gaps }) => mended > 0 || refused > 0 || gaps.length > 0)
    .map(({ table, read, mended, refused, gaps }) => ({ table, read, mended, refused, gaps }));

/** Undefined if nothing in it can be read. */
const openDamaged = (options: RepairOptions): SqlDatabase | undefined => {
  if (!isThere(options.fileSystem, inFolder(options.folder, palaceFile))) return undefined;
  let database: SqlDatabase | undefined;
  try {
    // What is mended on the way is mended in memory: the damaged files stay as they are.
    const inMemory = { ...options, fileSystem: logInMemory(withoutForeignLog(options)), demandTurn: undefined };
    database = openDatabase(inMemory, { readOnly: false, mayBeCut: true });
    database.run('PRAGMA wal_autocheckpoint = 0; PRAGMA cell_size_check = ON');
    // What somebody else's views would run is not run to save anything.
    if (foreignViews(schemaObjects(database)).length === 0 && tableShapes(database).length > 0) return database;
    database.abandon();
    return undefined;
  } catch {
    database?.abandon();
    return undefined;
  }
};

const noneMended: ReadonlyMap<string, MendedRows> = new Map();

/** Mends and drops bad rows, all or none: where damage of the file prevents that, each row is judged while it is copied. */
const mendedRows = (
  damaged: SqlDatabase,
  hasBetter: (rowid: number) => boolean,
): ReadonlyMap<string, MendedRows> => {
  try {
    damaged.run('BEGIN');
    for (const name of foreignTriggers(schemaObjects(damaged)))
      damaged.run(`DROP TRIGGER "${name.replaceAll('"', '""')}"`);
    const outcome = mendRows(damaged, hasBetter);
    damaged.run('COMMIT');
    return outcome;
  } catch (thrown) {
    if (['E_DISK_FULL', 'E_DISK_ERROR'].includes(PalaceError.from(thrown).code)) throw thrown;
    try {
      damaged.run('ROLLBACK');
    } catch {
      // SQLite has rolled back by itself.
    }
    return noneMended;
  }
};

const idsByRowid = (database: SqlDatabase): IdsByRowid =>
  new Map(database.statement('SELECT rowid, id FROM drawers').all((row) => [row.number(0), row.text(1)]));

const revisionOf = (database: SqlDatabase): number => {
  try {
    return readPalaceStamp(database, palaceFile).revision;
  } catch {
    return 0;
  }
};

/** IDs that the damaged palace's index lists, by rowid, whether or not their drawers are readable. */
const listedIds = async (damaged: SqlDatabase, signal: AbortSignal | undefined): Promise<IdsByRowid> => {
  const found = new Map<number, string>();
  const columns = ['rowid', 'id'];
  const index: TableShape = { name: 'drawers', columns, key: [{ name: 'id', isText: true }], hasRowid: false };
  await salvageRows(
    damaged,
    index,
    columns,
    ([rowid, id]) => void (typeof rowid === 'number' && typeof id === 'string' && found.set(rowid, id)),
    signal,
  );
  return found;
};

const finish = (fresh: SqlDatabase, revision: number, schema: number): void => {
  const put = fresh.statement(
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  fresh.run('BEGIN IMMEDIATE');
  put.run(metaKey.revision, String(revision));
  put.run(metaKey.schemaVersion, String(schema));
  fresh.run('DELETE FROM vectors WHERE drawer_rowid NOT IN (SELECT rowid FROM drawers)');
  fresh.run('COMMIT');
};
