import { reasonOf } from '../../base/files/errno.ts';
import { guardedPieces } from '../../base/files/guardedFile.ts';
import { contentHash, noPassage, type NewDrawer } from '../model/drawer/drawer.ts';
import {
  drawerId,
  isoTime,
  roomName,
  wingName,
  type DrawerId,
  type IsoTime,
  type SourceId,
} from '../model/drawer/ids.ts';
import { firstTierOf } from '../model/drawer/noteTypes.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { PalaceStore, WriteTransaction } from '../store/palaceStore.ts';
import { asUtf8 } from './asUtf8.ts';
import { byteLines } from './byteLines.ts';
import { importedClosets } from './closets/importedClosets.ts';
import { composeDrawerId, drawerKey } from './drawerIds.ts';
import { exportHeader } from './exportHeader.ts';
import { importSource, importSourceKey } from './importSource.ts';
import { parseImportLine, type ImportSkipReason, type ImportLine } from './importLine.ts';
import type { MiningProgress } from './mineReport.ts';
import { idWithoutSecrets, nameWithoutSecrets } from './secrets/safeNames.ts';
import { findSecretsOfDrawers, screenedInsert } from './secrets/screenedInsert.ts';
import { findSecretsOfLongTexts } from './secrets/secretsOfPieces.ts';
import { progressReporter } from './progressReporter.ts';

interface ImportOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MiningProgress) => void;
  readonly clock: () => Date;
  /** Counts what would be added, and writes nothing. */
  readonly isDryRun?: boolean;
}

interface ImportWarning {
  /** 1-based. */
  readonly line: number;
  readonly reason: ImportSkipReason;
  readonly detail: string;
}

/** What an import did. The field names are those of the API. */
interface DrawerImportReport {
  readonly added: number;
  /** Lines whose drawer is already in the palace. */
  readonly duplicates: number;
  /** Reason → number of lines. */
  readonly skipped: Record<string, number>;
  readonly warnings: readonly ImportWarning[];
  /** Sources with so many drawers that they have no closets. */
  readonly without_closets: number;
  readonly elapsed_ms: number;
}

const batchLines = 250;

/** A valid line, with the values that depend on the lines before it. */
interface PlacedLine {
  readonly line: number;
  readonly drawer: ImportLine;
  readonly contentHash: string;
  /** Index among the equal texts of its source, from 0. */
  readonly ordinal: number;
  /** Index among all lines of its source, from 0. */
  readonly position: number;
}

/**
 * Files the drawers of a JSONL file unchanged. Each line is `{id?, text, wing, room, source_file?, filed_at?, speaker?,
 * seq?, type?, tier?, importance?, pinned?, sensitive?}`; an export's header may come first. A given ID is kept. Importing a
 * file again, or after an interrupted run, adds only what is missing. Errors: E_IMPORT_FORMAT when the file can't be read,
 * E_CANCELLED, and those of `PalaceStore.write`.
 */
export const importDrawers = async (
  store: PalaceStore,
  file: string,
  options: ImportOptions,
): Promise<DrawerImportReport> => {
  const started = performance.now();
  const progress = progressReporter(options.onProgress);
  progress.begin('mining', null);
  const place = linePlacer();
  const warnings: ImportWarning[] = [];
  let added = 0;
  let duplicates = 0;
  let batch: PlacedLine[] = [];
  const counted = new Map<DrawerId, string>();
  const closets = importedClosets();
  const flush = async (): Promise<void> => {
    const lines = batch;
    batch = [];
    if (lines.length === 0) return;
    const now = isoTime(options.clock());
    const outcome =
      options.isDryRun === true ? countLines(store, lines, counted) : await fileLines(store, lines, now);
    added += outcome.added;
    duplicates += outcome.duplicates;
    warnings.push(...outcome.conflicts);
    closets.saw(outcome.drawers);
  };

  let line = 0;
  const demandGoingOn = (): void => {
    if (options.signal?.aborted === true)
      throw new PalaceError('E_CANCELLED', errorText`The import was cancelled at line ${line} of ${file}.`);
  };
  for await (const bytes of byteLines(asUtf8(readStream(file)))) {
    line++;
    if (bytes?.every(isSpace) === true || (line === 1 && isHeader(bytes))) continue;
    const parsed = bytes === null ? tooLong : parseImportLine(bytes);
    if (parsed.ok) batch.push(place(screenedLine(parsed.drawer), line));
    else warnings.push({ line, reason: parsed.reason, detail: parsed.detail });
    if (batch.length < batchLines) continue;
    demandGoingOn();
    await flush();
    progress.step(line, file);
  }
  await flush();
  const tooLarge = options.isDryRun === true ? 0 : await closets.rebuild(store, demandGoingOn);
  progress.step(line, file);
  progress.end();
  warnings.sort((a, b) => a.line - b.line);
  const skipped: Record<string, number> = {};
  for (const { reason } of warnings) skipped[reason] = (skipped[reason] ?? 0) + 1;
  return {
    added,
    duplicates,
    skipped,
    warnings,
    without_closets: tooLarge,
    elapsed_ms: Math.round(performance.now() - started),
  };
};

async function* readStream(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* guardedPieces(file, { mostBytes: Infinity });
  } catch (error) {
    throw new PalaceError('E_IMPORT_FORMAT', errorText`The file ${file} can't be read: ${reasonOf(error)}.`, {
      cause: error,
      remedy: 'Check that the file exists and that you may read it.',
    });
  }
}

const tooLong = { ok: false, reason: 'too_long', detail: 'the line is too long' } as const;

/** Whether the line announces the drawers of an export, and is none of them. */
const isHeader = (bytes: Uint8Array | null): boolean =>
  bytes !== null && exportHeader(Buffer.from(bytes).toString('utf8'))?.records === 'drawers';

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 13;

/** A line without secrets in the fields that become names. */
const screenedLine = (drawer: ImportLine): ImportLine => ({
  ...drawer,
  wing: nameWithoutSecrets(drawer.wing),
  room: nameWithoutSecrets(drawer.room),
  ...(drawer.id ? { id: idWithoutSecrets(drawer.id) } : {}),
  ...(drawer.source_file ? { source_file: nameWithoutSecrets(drawer.source_file) } : {}),
  ...(drawer.speaker ? { speaker: nameWithoutSecrets(drawer.speaker) } : {}),
});

const linePlacer = (): ((drawer: ImportLine, line: number) => PlacedLine) => {
  const counts = new Map<string, number>();
  const next = (key: string): number => {
    const count = counts.get(key) ?? 0;
    counts.set(key, count + 1);
    return count;
  };
  return (drawer, line) => {
    const hash = contentHash(drawer.text);
    const source = importSourceKey(drawer);
    return { line, drawer, contentHash: hash, ordinal: next(`${source}\0${hash}`), position: next(source) };
  };
};

const fileLines = async (store: PalaceStore, lines: readonly PlacedLine[], now: IsoTime) => {
  const found = await findSecretsOfLongTexts(lines.map((line) => ({ id: idOf(line), text: line.drawer.text })));
  return store.write((transaction) => writeLines(transaction, lines, found, now));
};

interface DrawerInSource {
  readonly sourceId: SourceId | null;
  readonly isNew: boolean;
}

const writeLines = (
  transaction: WriteTransaction,
  lines: readonly PlacedLine[],
  found: Awaited<ReturnType<typeof findSecretsOfLongTexts>>,
  now: IsoTime,
) => {
  const inserts = new Map<DrawerId, NewDrawer>();
  const known: DrawerInSource[] = [];
  const conflicts: ImportWarning[] = [];
  for (const line of lines) {
    const id = idOf(line);
    const other = inserts.get(id) ?? transaction.read.drawerById(id);
    if (other === undefined)
      inserts.set(id, newDrawer(line, id, importSource(transaction, line.drawer, now), now));
    else if (other.contentHash === line.contentHash) known.push({ sourceId: other.sourceId, isNew: false });
    else conflicts.push(conflictOf(line, id));
  }
  const drawers = [...inserts.values()];
  const searched = findSecretsOfDrawers(drawers.filter(({ id }) => !found.has(id)));
  screenedInsert(transaction, drawers, { findings: new Map([...found, ...searched]) });
  const filed = [...known, ...drawers.map(({ sourceId }) => ({ sourceId, isNew: true }))];
  return { added: inserts.size, duplicates: known.length, conflicts, drawers: filed };
};

/** What {@link writeLines} would do. `counted` holds the content hashes of the drawers already counted as added. */
const countLines = (
  store: PalaceStore,
  lines: readonly PlacedLine[],
  counted: Map<DrawerId, string>,
): ReturnType<typeof writeLines> => {
  const conflicts: ImportWarning[] = [];
  let added = 0;
  let duplicates = 0;
  for (const line of lines) {
    const id = idOf(line);
    const known = counted.get(id) ?? store.read.drawerById(id)?.contentHash;
    if (known === undefined) {
      counted.set(id, line.contentHash);
      added++;
    } else if (known === line.contentHash) duplicates++;
    else conflicts.push(conflictOf(line, id));
  }
  return { added, duplicates, conflicts, drawers: [] };
};

const conflictOf = ({ line }: PlacedLine, id: DrawerId): ImportWarning => ({
  line,
  reason: 'id_conflict',
  detail: `the drawer ${id} is there with another text`,
});

const idOf = ({ drawer, contentHash: hash, ordinal }: PlacedLine): DrawerId => {
  if (drawer.id) return drawerId(drawer.id);
  return composeDrawerId(
    wingName(drawer.wing),
    roomName(drawer.room),
    drawerKey(`import\0${importSourceKey(drawer)}`, hash, ordinal),
  );
};

const newDrawer = (
  { drawer, contentHash: hash, position }: PlacedLine,
  id: DrawerId,
  sourceId: SourceId | null,
  now: IsoTime,
): NewDrawer => {
  return {
    id,
    wing: wingName(drawer.wing),
    room: roomName(drawer.room),
    type: drawer.type,
    text: drawer.text,
    sourceId,
    ...noPassage,
    chunkIndex: drawer.seq ?? position,
    contentHash: hash,
    filedAt: drawer.filedAt ?? now,
    createdAt: now,
    tier: drawer.tier ?? firstTierOf(drawer.type),
    importance: drawer.importance ?? 0.5,
    pinned: drawer.pinned ?? false,
    sensitive: drawer.sensitive ?? false,
    speaker: drawer.speaker ?? null,
    exchange: drawer.exchange ?? null,
    part: drawer.part ?? null,
  };
};
