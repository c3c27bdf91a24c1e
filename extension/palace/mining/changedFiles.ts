import { yieldToEventLoopEvery, mapAhead } from '../../base/async/concurrency.ts';
import type { DocumentReader } from '../filing/documents/documentReader.ts';
import { miningLimits } from '../filing/miningLimits.ts';
import type { MineFilesRequest } from '../filing/mineReport.ts';
import { STALE_VERSION } from '../filing/normalizeVersion.ts';
import { nameWithoutSecrets } from '../filing/secrets/safeNames.ts';
import { progressReporter, type ProgressListener } from '../filing/progressReporter.ts';
import { stopIfAborted } from '../model/errors/stopIfAborted.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import { nodeFileAccess, type FileAccess } from './fileAccess.ts';
import { isTransient, readSource } from './sourceReading.ts';
import { surveyWorkspace } from './workspaceSurvey.ts';

interface ChangedFiles {
  /**
   * Source paths, in the order of the walk: files that the next mining would file, and those that it would archive.
   */
  readonly changed: readonly string[];
  readonly gone: readonly string[];
}

const readAhead = 16;
const sliceMs = 8;

/** What mining would change, without changing it. Errors: E_FOLDER_UNREADABLE, E_CANCELLED. */
export const changedFiles = async (
  store: PalaceStore,
  request: MineFilesRequest,
  options: {
    readonly palaceFolder: string;
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ProgressListener | undefined;
    readonly files?: FileAccess;
    readonly documents?: DocumentReader | undefined;
  },
): Promise<ChangedFiles> => {
  const files = options.files ?? nodeFileAccess;
  const yieldToEventLoop = yieldToEventLoopEvery(sliceMs);
  const progress = progressReporter(options.onProgress);
  const survey = await surveyWorkspace(store, request, { ...options, files, progress, yieldToEventLoop });
  const limits = miningLimits(store.read);
  const changed: string[] = [];
  const gone: string[] = [];
  progress.begin('comparing', survey.files.length);
  const readings = mapAhead(survey.files, readAhead, async (file) => {
    const source = survey.known.at(file.path);
    const reading = await readSource({ files, documents: options.documents }, file.absolutePath, source, limits);
    await yieldToEventLoop();
    return { file, source, reading };
  });
  let compared = 0;
  for await (const { file, source, reading } of readings) {
    progress.step(++compared, nameWithoutSecrets(file.path));
    stopIfAborted(options.signal, 'Comparing the files with the palace was cancelled.');
    if (reading.kind === 'content') {
      changed.push(file.path);
      if (source === undefined) survey.known.takeRenamed(file.path, reading.state.hash);
    } else if (reading.kind === 'skipped' && isFiled(source) && !isTransient(reading.reason)) gone.push(file.path);
  }
  progress.end();
  return { changed, gone: [...gone, ...survey.known.leftBehind().map(({ path }) => path)] };
};

const isFiled = (source: { readonly normalizeVersion: number } | undefined): boolean =>
  source !== undefined && source.normalizeVersion !== STALE_VERSION;
