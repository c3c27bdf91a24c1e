import { wireText } from '../contract/errorTextSchema.ts';
import { errorText } from '../model/errors/errorText.ts';
import { PalaceError } from '../model/errors/palaceError.ts';
import type { DocumentReader } from '../filing/documents/documentReader.ts';
import type { PalaceStore } from '../store/palaceStore.ts';
import { yieldToEventLoopEvery, inFlight, mapAhead } from '../../base/async/concurrency.ts';
import { nodeFileAccess, type FileAccess } from './fileAccess.ts';
import { MineRun } from './mineRun.ts';
import {
  mineTally,
  type MineFilesReport,
  type MineFilesRequest,
  type MiningProgress,
} from '../filing/mineReport.ts';
import { miningLimits, sourceVersion, type MiningLimits } from '../filing/miningLimits.ts';
import { progressReporter, type ProgressReporter } from '../filing/progressReporter.ts';
import { readSource, type ReadingTools } from './sourceReading.ts';
import { surveyWorkspace, type SurveyedFile } from './workspaceSurvey.ts';

export interface MineOptions {
  readonly signal?: AbortSignal;
  /** Called at most ten times per second. */
  readonly onProgress?: (progress: MiningProgress) => void;
  readonly clock: () => Date;
  /** Never mined, even inside a workspace folder. */
  readonly palaceFolder: string;
  readonly files?: FileAccess;
  /** Absent: no document is read. */
  readonly documents?: DocumentReader | undefined;
}

/** Files that are read, decoded and chunked ahead of the writing. */
const readAhead = 16;
/** Most drawers that wait for a commit. */
const drawersInFlight = 512;
/** Longest time in milliseconds before other work on this thread gets a turn. */
const sliceMs = 8;

/**
 * Mines the workspace's text files into drawers, one transaction per file. Only files changed since the last mine are
 * read. When the run is cancelled or killed, what was committed stays and the next run resumes from there. Sources
 * outside the requested folders, and in those of them that can't be read, are left alone.
 * Errors: E_FOLDER_UNREADABLE if no folder can be read, E_CANCELLED, and those of `PalaceStore.write`.
 */
export const mineWorkspace = async (
  store: PalaceStore,
  request: MineFilesRequest,
  options: MineOptions,
): Promise<MineFilesReport> => {
  const started = performance.now();
  const progress = progressReporter(options.onProgress);
  const files = options.files ?? nodeFileAccess;
  const tally = mineTally();
  const survey = await surveyWorkspace(store, request, {
    ...options,
    files,
    progress,
    yieldToEventLoop: yieldToEventLoopEvery(sliceMs),
  });
  for (const { path, reason } of survey.skipped) tally.skip(path, reason);

  const writes = inFlight(drawersInFlight);
  const limits = miningLimits(store.read);
  const run = new MineRun({
    store,
    survey,
    tally,
    writes,
    version: sourceVersion(limits),
    clock: options.clock,
  });
  try {
    await run.begin();
    const tools = { files, documents: options.documents, erasedFrom: store.read.erasedFrom };
    await mineFiles(run, survey.files, { limits, tools, progress, signal: options.signal });
  } finally {
    await writes.settle();
  }
  await run.finish();
  progress.end();
  const report = tally.report(Math.round(performance.now() - started));
  return survey.unread.length === 0
    ? report
    : { ...report, unread_folders: survey.unread.map(({ messageText }) => wireText(messageText)) };
};

/** How the files of a run are read, and who is told of it. */
interface FileMining {
  readonly limits: MiningLimits;
  readonly tools: ReadingTools;
  readonly progress: ProgressReporter;
  readonly signal: AbortSignal | undefined;
}

const mineFiles = async (
  run: MineRun,
  surveyed: readonly SurveyedFile[],
  { limits, tools, progress, signal }: FileMining,
): Promise<void> => {
  const yieldToEventLoop = yieldToEventLoopEvery(sliceMs);
  progress.begin('mining', surveyed.length);
  const readings = mapAhead(surveyed, readAhead, async (file) => {
    const reading = await readSource(tools, file.absolutePath, run.known.at(file.path), limits);
    await yieldToEventLoop();
    return { file, reading };
  });
  let done = 0;
  for await (const { file, reading } of readings) {
    if (signal?.aborted === true)
      throw new PalaceError(
        'E_CANCELLED',
        errorText`Mining was cancelled after ${done} of ${surveyed.length} files.`,
      );
    await run.take(file, reading);
    progress.step(++done, file.path);
  }
};
