import { plural } from '../../base/text/plural.ts';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { tooLargeForClosets } from '../filing/closets/importedClosets.ts';
import { importDrawers } from '../filing/importDrawers.ts';
import type { MiningProgress } from '../filing/mineReport.ts';
import { progressReporter } from '../filing/progressReporter.ts';
import { importScratch } from '../store/palaceFiles.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import { loadSqlite } from '../store/realFile/loadSqlite.ts';
import { fileItems } from './fileItems.ts';
import { exportNames } from './record/exportFormat.ts';
import type { ImportItem } from './record/importItem.ts';
import type { ImportOutcome } from './importTally.ts';
import { importOrigin, type ImportFormat, type ImportOrigin } from './reading/importFormat.ts';
import { drawerFileItems, lastItems, sourceItems } from './reading/jsonlReader.ts';
import { markdownItems } from './reading/markdownReader.ts';
import { mempalaceItems } from './reading/mempalaceReader.ts';
import { synapticItems } from './reading/synapticReader.ts';
import { unpackPalace, zippedPalace } from './reading/zippedPalace.ts';

interface ImportPalaceOptions {
  readonly format: ImportFormat;
  readonly isDryRun: boolean;
  readonly sqliteWasm: string;
  readonly clock: () => Date;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: MiningProgress) => void;
}

interface ImportPalaceReport extends ImportOutcome {
  /** The detected format. */
  readonly format: Exclude<ImportFormat, 'auto'>;
  readonly elapsed_ms: number;
}

/** Identifies the export that an empty palace is being restored from, until that is done. */
const restoringKey = 'restoring';

/**
 * Imports another program's memory or an export of ours; see `docs/import-export.md`. Importing again adds only what is
 * missing. An export may be packed into a ZIP archive. Errors: E_IMPORT_FORMAT, E_CANCELLED (what was filed stays), and those
 * of `PalaceStore.write`.
 */
export const importPalace = async (
  store: PalaceStore,
  target: string,
  options: ImportPalaceOptions,
): Promise<ImportPalaceReport> => {
  const zipped = await zippedPalace(target);
  if (zipped === null) return importPlain(store, target, options);
  const scratch = path.join(store.folder, importScratch);
  try {
    return await importPlain(store, await unpackPalace(target, zipped, scratch), options);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
};

const importPlain = async (
  store: PalaceStore,
  target: string,
  options: ImportPalaceOptions,
): Promise<ImportPalaceReport> => {
  const started = performance.now();
  const origin = await importOrigin(target, options.format);
  const finish = (outcome: ImportOutcome): ImportPalaceReport => ({
    ...outcome,
    format: origin.format,
    elapsed_ms: Math.round(performance.now() - started),
  });
  if (origin.format === 'drawers') {
    const {
      added,
      duplicates,
      skipped,
      warnings,
      without_closets: tooLarge,
    } = await importDrawers(store, origin.file, options);
    return finish({
      added,
      duplicates,
      skipped,
      warnings: [
        ...warnings.map(({ line, detail }) => `line ${line}: ${detail}`),
        ...(tooLarge > 0 ? [tooLargeForClosets(tooLarge)] : []),
      ],
    });
  }
  const progress = progressReporter(options.onProgress);
  progress.begin('importing', 'manifest' in origin ? (origin.manifest?.drawers ?? null) : null);
  const restoring = options.isDryRun ? undefined : await restoringFrom(store, origin);
  const outcome = await fileItems(store, itemsOf(origin, store, options), {
    ...options,
    isRestoring: restoring !== undefined,
    onStep: (done, where) => progress.step(done, where),
  });
  progress.end();
  if (restoring !== undefined) await store.write((transaction) => transaction.setMeta(restoringKey, ''));
  return finish({ ...outcome, warnings: [...whatIsMissing(origin, outcome), ...outcome.warnings] });
};

/** Why an export is, or may be, incomplete: an interrupted one, or one of which a part was copied. Empty if nothing says so. */
const whatIsMissing = (origin: ImportOrigin, { added, duplicates, skipped }: ImportOutcome): string[] => {
  if (!('manifest' in origin) || origin.folder === null) return [];
  const { manifest, folder } = origin;
  const isThere = (name: string): boolean => existsSync(path.join(folder, name));
  if (manifest === null)
    return origin.format === 'jsonl'
      ? [
          `The export may be incomplete: ${exportNames.manifest}, which is written last, is ${isThere(exportNames.manifest) ? 'damaged' : 'not there'}.`,
        ]
      : [];
  const found = added + duplicates + Object.values(skipped).reduce((sum, count) => sum + count, 0);
  return [
    ...(found < manifest.drawers
      ? [
          `The export is incomplete: it says that it holds ${plural(manifest.drawers, 'drawer')}, but it holds ${found}.`,
        ]
      : []),
    ...(['sources', 'pairs', 'patterns'] as const)
      .filter((kind) => manifest[kind] > 0 && !isThere(exportNames[kind]))
      .map((kind) => `The export is incomplete: ${exportNames[kind]} is not there.`),
  ];
};

async function* itemsOf(
  origin: Exclude<ImportOrigin, { readonly format: 'drawers' }>,
  store: PalaceStore,
  { sqliteWasm, signal }: ImportPalaceOptions,
): AsyncGenerator<ImportItem> {
  const foreign = async (file: string) => ({
    file,
    sqlite: await loadSqlite(sqliteWasm),
    scratch: path.join(store.folder, importScratch),
    signal,
  });
  switch (origin.format) {
    case 'mempalace':
      yield* mempalaceItems(await foreign(origin.file));
      return;
    case 'synaptic':
      yield* synapticItems(await foreign(origin.file));
      return;
    case 'jsonl':
    case 'markdown':
      if (origin.folder !== null) yield* sourceItems(origin.folder);
      yield* origin.format === 'jsonl' ? drawerFileItems(origin.file) : markdownItems(origin.tree);
      if (origin.folder !== null) yield* lastItems(origin.folder);
  }
}

/** Set while an empty palace imports an export of ours, so that an interrupted run resumes as a restore. */
const restoringFrom = async (store: PalaceStore, origin: ImportOrigin): Promise<string | undefined> => {
  if (origin.format !== 'jsonl' && origin.format !== 'markdown') return undefined;
  const begun = store.read.meta(restoringKey) ?? '';
  const key = await identity(origin);
  if (begun === key) return key;
  const { total, archived } = store.read.counts();
  if (total + archived > 0 || store.read.sourcesAfter('', 1).length > 0) return undefined;
  await store.write((transaction) => transaction.setMeta(restoringKey, key));
  return key;
};

const identity = async (
  origin: Extract<ImportOrigin, { readonly format: 'jsonl' | 'markdown' }>,
): Promise<string> => {
  const file = origin.format === 'jsonl' ? origin.file : origin.tree;
  const { size, mtimeMs } = await stat(file);
  return createHash('sha256')
    .update(`${path.resolve(file)}\0${size}\0${mtimeMs}`)
    .digest('hex');
};
