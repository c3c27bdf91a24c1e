import * as filesystem from 'node:fs/promises';
import path from 'node:path';
import { PalaceError } from '../model/errors/palaceError.ts';
import { sourceId } from '../model/drawer/ids.ts';
import { yieldToEventLoopEvery } from '../../base/async/concurrency.ts';
import type { MiningProgress } from '../filing/mineReport.ts';
import { progressReporter } from '../filing/progressReporter.ts';
import type { SourceRecord } from '../model/source/source.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import type { PatternRecord } from '../store/queries/patterns.ts';
import type { StandingPair, WholeDrawer } from '../store/queries/transfer.ts';
import { exportNames, manifestText, type Layout } from './record/exportFormat.ts';
import { exportError, openExportFolder, ownFile, type ExportDisk } from './exportFolder.ts';
import { exportWriter, type ExportWriter } from './exportWriter.ts';
import { sourceFields } from './record/sideRecords.ts';

interface ExportOptions {
  readonly layout: Layout;
  readonly includeSensitive: boolean;
  readonly includeArchived: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MiningProgress) => void;
  readonly disk?: ExportDisk;
}

/** What an export did. The field names are those of the API. */
interface ExportReport {
  readonly drawers: number;
  readonly files: number;
  readonly skipped_sensitive: number;
  readonly elapsed_ms: number;
}

const pageDrawers = 64;
const pageRows = 200;

/**
 * Writes a complete palace into a folder, in the format of `docs/import-export.md`. The same palace gives the same
 * bytes. A drawer that changes during the export is written in its state at that moment.
 * Errors: E_EXPORT_FOLDER, E_DISK_FULL, E_DISK_ERROR and E_CANCELLED. After each of them the folder is unchanged.
 */
export const exportPalace = async (
  store: PalaceStore,
  folder: string,
  options: ExportOptions,
): Promise<ExportReport> => {
  const started = performance.now();
  const disk = options.disk ?? filesystem;
  const target = path.resolve(folder);
  try {
    const place = await openExportFolder(target, store.folder, disk);
    try {
      const { files, ...counts } = await writeAll(store, place.partial, disk, options);
      await disk.writeFile(
        path.join(place.partial, exportNames.manifest),
        manifestText({ layout: options.layout, ...counts }),
        { mode: ownFile },
      );
      refuseCancelled(options.signal);
      await place.commit();
      return {
        drawers: counts.drawers,
        files: files + 1,
        skipped_sensitive: counts.skipped_sensitive,
        elapsed_ms: Math.round(performance.now() - started),
      };
    } catch (thrown) {
      // Report why the export stopped. If the cleanup fails as well, the next export repeats it.
      await place.abandon().catch(() => undefined);
      throw thrown;
    }
  } catch (thrown) {
    throw exportError(thrown, target);
  }
};

/** Exports the palace page by page, and lets other work run between pages. */
const writeAll = async (store: PalaceStore, partial: string, disk: ExportDisk, options: ExportOptions) => {
  const progress = progressReporter(options.onProgress);
  const { total, archived } = store.read.counts();
  progress.begin('exporting', total + archived);
  const writer = exportWriter(partial, options.layout, disk);
  const yieldToEventLoop = yieldToEventLoopEvery(10);
  try {
    const written = await writeDrawers(store, writer, options, async (done, message) => {
      refuseCancelled(options.signal);
      progress.step(done, message);
      await yieldToEventLoop();
    });
    const rest = async (): Promise<void> => {
      refuseCancelled(options.signal);
      await yieldToEventLoop();
    };
    const sources = await writeSources(store, writer, written, rest);
    const pairs = await writePairs(store, writer, options, rest);
    const patterns = await writePatterns(store, writer, options, rest);
    const files = await writer.finish();
    progress.end();
    return {
      files,
      drawers: written.drawers,
      sources,
      pairs,
      patterns,
      skipped_sensitive: written.sensitive,
      skipped_archived: written.archived,
    };
  } finally {
    await writer.close();
  }
};

/** Returns how many it wrote. `rest` lets other work run in between. */
const writeSources = async (
  store: PalaceStore,
  writer: ExportWriter,
  { used, cut, withheld }: Awaited<ReturnType<typeof writeDrawers>>,
  rest: () => Promise<void>,
): Promise<number> => {
  let sources = 0;
  for await (const page of pages<SourceRecord>((last) => store.read.sourcesAfter(last?.id ?? '', pageRows))) {
    const told = page
      .filter(({ id }) => used.has(id) || !cut.has(id))
      .map((source) => sourceFields(source, !withheld.has(source.id)));
    sources += told.length;
    await writer.records('sources', told);
    await rest();
  }
  return sources;
};

const writePairs = async (
  store: PalaceStore,
  writer: ExportWriter,
  { includeSensitive, includeArchived }: ExportOptions,
  rest: () => Promise<void>,
): Promise<number> => {
  let pairs = 0;
  for await (const page of pages<StandingPair>((last) =>
    store.read.pairsAfter([last?.pair.a ?? '', last?.pair.b ?? ''], pageRows),
  )) {
    const told = page
      .filter(
        ({ isSensitive, isArchived }) => (includeSensitive || !isSensitive) && (includeArchived || !isArchived),
      )
      .map(({ pair }) => pair);
    pairs += told.length;
    await writer.records('pairs', told);
    await rest();
  }
  return pairs;
};

const writePatterns = async (
  store: PalaceStore,
  writer: ExportWriter,
  { includeSensitive }: ExportOptions,
  rest: () => Promise<void>,
): Promise<number> => {
  let patterns = 0;
  for await (const page of pages<PatternRecord>((last) =>
    store.read.patternsAfter(last?.id ?? '', pageRows, includeSensitive),
  )) {
    patterns += page.length;
    await writer.records('patterns', page);
    await rest();
  }
  return patterns;
};

/**
 * Returns counts, and three sets of sources: those with written drawers, those with left-out drawers, and those with
 * drawers left out for their secrets.
 */
const writeDrawers = async (
  store: PalaceStore,
  writer: ExportWriter,
  { includeSensitive, includeArchived }: ExportOptions,
  step: (done: number, message: string) => Promise<void>,
) => {
  const kinds = new Map<string, string | undefined>();
  const kindOf = (id: string): string | undefined => {
    if (!kinds.has(id)) kinds.set(id, store.read.sourceById(sourceId(id))?.kind);
    return kinds.get(id);
  };
  const [used, cut, withheld] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let [drawers, sensitive, archived, seen] = [0, 0, 0, 0];
  for await (const page of pages<WholeDrawer>((last) =>
    store.read.drawersAfter(last?.drawer.id ?? '', pageDrawers),
  )) {
    const chosen = page.filter(({ drawer }) => {
      const isWithheld = drawer.sensitive && !includeSensitive;
      const isLeftOut = isWithheld || (drawer.archived && !includeArchived);
      if (isWithheld) sensitive++;
      else if (isLeftOut) archived++;
      if (drawer.sourceId !== null) {
        (isLeftOut ? cut : used).add(drawer.sourceId);
        if (isWithheld) withheld.add(drawer.sourceId);
      }
      return !isLeftOut;
    });
    await writer.drawers(chosen, kindOf);
    drawers += chosen.length;
    seen += page.length;
    await step(seen, chosen.at(-1)?.drawer.sourceFile ?? '');
  }
  return { drawers, sensitive, archived, used, cut, withheld };
};

/** Reads page after page, each from where the last one ended. */
async function* pages<Row>(read: (last: Row | undefined) => readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let last: Row | undefined; ;) {
    const page = read(last);
    last = page.at(-1);
    if (last === undefined) return;
    yield page;
  }
}

const refuseCancelled = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted === true)
    throw new PalaceError('E_CANCELLED', 'The export was cancelled.', {
      remedy: 'Nothing to do: nothing of it is left, and an earlier export is unchanged.',
    });
};
