import { plural } from '../../../base/text/plural.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorText } from '../../model/errors/errorText.ts';
import { PalaceError } from '../../model/errors/palaceError.ts';
import type { SqlRow } from '../../store/realFile/sqlDatabase.ts';
import { openForeignDatabase, unreadable, type ForeignDatabase, type ForeignPlace } from './foreignDatabase.ts';
import { foreignTime, localZone } from './foreignTime.ts';
import type { ImportItem } from '../record/importItem.ts';
import { mempalaceDrawer, type Metadata } from './mempalaceDrawer.ts';

/** The file inside a MemPalace palace that contains its drawers. */
export const mempalaceFile = 'chroma.sqlite3';

const pageRows = 100;
/** In bytes. A longer text was not made by that program. */
const longestValue = 16 * 1024 * 1024;

/**
 * The drawers of a MemPalace palace, from Chroma's tables. Its write log is not reliable, because it also contains
 * deleted drawers. Its vectors are from another model. Its closets are left out and counted: ours are built from the
 * drawers. Throws `E_IMPORT_FORMAT` if the file is not such a palace.
 */
export async function* mempalaceItems(place: ForeignPlace): AsyncGenerator<ImportItem> {
  const foreign = await openForeignDatabase(place);
  try {
    yield* itemsOf(foreign, place.file);
  } catch (thrown) {
    throw unreadable(thrown, place.file);
  } finally {
    await foreign.close();
  }
}

async function* itemsOf(foreign: ForeignDatabase, file: string): AsyncGenerator<ImportItem> {
  refuseOthers(foreign, file);
  const segments = segmentsOf(foreign, 'mempalace_drawers');
  if (segments.length === 0) {
    throw new PalaceError('E_IMPORT_FORMAT', errorText`${file} holds no collection of drawers.`, {
      remedy: 'Mine something with MemPalace first, or choose another palace.',
    });
  }
  let withoutZone = 0;
  for await (const record of recordsOf(foreign, segments)) {
    const filedAt = record.fields.get('filed_at');
    for (const item of recordItems(record, filedAt)) {
      if (item.kind === 'drawer' && typeof filedAt === 'string' && foreignTime(`${filedAt}Z`) !== undefined)
        withoutZone++;
      yield item;
    }
  }
  const closets = countClosets(foreign);
  if (closets > 0)
    yield {
      kind: 'skip',
      reason: 'closets',
      count: closets,
      detail: `${plural(closets, 'closet')} ${closets === 1 ? 'was' : 'were'} left out: this palace builds its own from the drawers.`,
    };
  if (withoutZone > 0)
    yield {
      kind: 'warning',
      text: `MemPalace notes times without a zone; they were read as local time of this machine (${localZone()}).`,
    };
}

const refuseOthers = (foreign: ForeignDatabase, file: string): void => {
  if (
    !foreign.columns('embedding_metadata').has('string_value') ||
    foreign.columns('embeddings').size === 0 ||
    foreign.columns('segments').size === 0 ||
    foreign.columns('collections').size === 0
  ) {
    throw new PalaceError(
      'E_IMPORT_FORMAT',
      errorText`${file} is not a MemPalace palace: it lacks Chroma's tables.`,
      {
        remedy: errorText`Give the palace's folder or its ${mempalaceFile}.`,
      },
    );
  }
};

const segmentsOf = ({ database }: ForeignDatabase, collection: string): string[] =>
  database
    .statement(
      "SELECT s.id FROM collections c JOIN segments s ON s.collection = c.id WHERE c.name = ? AND s.scope = 'METADATA' ORDER BY s.id",
    )
    .all((row) => row.text(0), collection);

/** A row of Chroma's `embeddings` with its metadata. */
interface ForeignRecord {
  readonly row: number;
  readonly id: string;
  readonly fields: Metadata;
}

/** Lets other work run after each page. */
async function* recordsOf(foreign: ForeignDatabase, segments: readonly string[]): AsyncGenerator<ForeignRecord> {
  for (const segment of segments)
    for (const page of pagesOf(foreign, segment)) {
      yield* page;
      await nextTurn();
    }
}

function* pagesOf(foreign: ForeignDatabase, segment: string): Generator<readonly ForeignRecord[]> {
  // Older versions of Chroma have no column for booleans.
  const truth = foreign.columns('embedding_metadata').has('bool_value') ? 'bool_value' : 'NULL';
  for (let after = -1; ;) {
    const rows = foreign.database
      .statement('SELECT id, embedding_id FROM embeddings WHERE segment_id = ? AND id > ? ORDER BY id LIMIT ?')
      .all((row) => ({ row: row.number(0), id: row.text(1) }), segment, after, pageRows);
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined || last.row <= after) return;
    after = last.row;
    const metadata = metadataBetween(
      foreign.database
        .statement(
          `SELECT id, key, CASE WHEN length(CAST(string_value AS BLOB)) > ${longestValue} THEN NULL ELSE string_value END, int_value, float_value, ${truth}
        FROM embedding_metadata WHERE id BETWEEN ? AND ? ORDER BY id, key`,
        )
        .all(metadataRow, first.row, last.row),
    );
    yield rows.map(({ row, id }) => ({ row, id, fields: metadata.get(row) ?? new Map() }));
  }
}

function* recordItems({ row, id, fields }: ForeignRecord, filedAt: unknown): Generator<ImportItem> {
  const drawer = id === '' ? undefined : mempalaceDrawer(id, fields);
  if (drawer === undefined) {
    yield { kind: 'skip', reason: 'no_text', count: 1, detail: `record ${row} (${id}) has no text` };
    return;
  }
  if (typeof filedAt === 'string' && drawer.filedAt === null)
    yield {
      kind: 'warning',
      text: `${id}: its time “${filedAt}” can't be read; it is filed with the current time.`,
    };
  yield { kind: 'drawer', where: id, drawer };
}

const countClosets = (foreign: ForeignDatabase): number =>
  segmentsOf(foreign, 'mempalace_closets').reduce(
    (sum, segment) =>
      sum +
      (foreign.database
        .statement('SELECT count(*) FROM embeddings WHERE segment_id = ?')
        .first((row) => row.number(0), segment) ?? 0),
    0,
  );

const metadataRow = (row: SqlRow) => ({
  row: row.number(0),
  key: row.text(1),
  text: row.textOrNull(2),
  int: row.numberOrNull(3),
  float: row.numberOrNull(4),
  truth: row.numberOrNull(5),
});

const metadataBetween = (rows: readonly ReturnType<typeof metadataRow>[]): ReadonlyMap<number, Metadata> => {
  const found = new Map<number, Map<string, string | number | boolean>>();
  for (const { row, key, text, int, float, truth } of rows) {
    const fields = found.get(row) ?? new Map<string, string | number | boolean>();
    found.set(row, fields);
    const value = text ?? int ?? float ?? (truth === null ? undefined : truth !== 0);
    if (value !== undefined) fields.set(key, value);
  }
  return found;
};
