import { importConversations } from '../mining/conversations/importConversations.ts';
import { indexCommits } from '../mining/git/indexCommits.ts';
import { changedFiles } from '../mining/changedFiles.ts';
import { nodeFileAccess } from '../mining/fileAccess.ts';
import { mineWorkspace } from '../mining/mineWorkspace.ts';
import { reachesAny } from '../mining/reachedPaths.ts';
import type { DocumentReader } from '../filing/documents/documentReader.ts';
import { mineTally } from '../filing/mineReport.ts';
import { adoptSettings } from '../filing/miningLimits.ts';
import { screenFiled } from '../filing/screenFiled.ts';
import type { MineRequest } from '../contract/filing/intakeSchemas.ts';
import type { MineProgress } from '../contract/filing/mineProgress.ts';
import type { CallOptions, PalaceApi, Params, Result } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import type { PalaceIndexes } from '../indexing/palaceIndexes.ts';
import { recogniseImport } from './recogniseImport.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

/** The calls that add drawers from elsewhere, in their wire form. */
export type IntakeCalls = Pick<
  PalaceApi,
  'mine' | 'changedFiles' | 'importConversations' | 'recogniseImport' | 'indexCommits'
>;

/** What imports and exports work with. */
export interface TakingParts {
  readonly store: PalaceStore;
  readonly embeddings: PalaceEmbeddings;
  readonly clock: () => Date;
  readonly workspace: string | null;
  readonly documents: DocumentReader | undefined;
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Null once nothing is running. */
  readonly onProgress: (progress: MineProgress | null, listener?: CallOptions['onProgress']) => void;
}

/** Changed files that are listed. */
const mostListed = 1000;

interface IntakeCallsParts extends TakingParts {
  readonly indexes: Pick<PalaceIndexes, 'save'>;
  readonly warn: (message: string) => void;
  /** Builds the closets if the caller's default profile wants them: awaited, or in the background. */
  readonly keepClosets: (isAwaited: boolean, options: CallOptions) => Promise<void>;
}

export const intakeCalls = (parts: IntakeCallsParts): IntakeCalls => {
  const { store, embeddings, clock, workspace, documents, exclusively, onProgress: tell, warn } = parts;
  type Work<T> = (options: CallOptions & { readonly clock: () => Date }) => Promise<T>;
  /** Runs the work while no other intake runs, and reports its progress. */
  const alone = <T>({ signal, onProgress }: CallOptions, work: Work<T>): Promise<T> =>
    exclusively(() =>
      work({ signal, clock, onProgress: (progress) => tell(progress, onProgress) }).finally(() => tell(null)),
    );
  /** The same by the settings of now. Then waits for the vectors if asked to; other work goes on meanwhile. */
  const intake = async <T>(wait: boolean | undefined, options: CallOptions, work: Work<T>): Promise<T> => {
    const report = await alone(options, async (each) => {
      await adoptSettings(store, warn);
      return work(each);
    });
    await embeddings.settle({ ...options, wait });
    return report;
  };
  return {
    mine: (request, options = {}) => mine(parts, request, options),
    changedFiles: (request, { signal, onProgress } = {}) =>
      exclusively(async () => {
        const files = await withExcludes(parts, request);
        if (!(await reachesTouched(store, files))) return { compared: false, changed: 0, gone: 0, files: [] };
        const { changed, gone } = await changedFiles(store, files, {
          palaceFolder: store.folder,
          documents,
          signal,
          onProgress,
        });
        return {
          compared: true,
          changed: changed.length,
          gone: gone.length,
          files: [...changed, ...gone].slice(0, mostListed),
        };
      }),
    importConversations: (request, options = {}) => {
      const palaceName = options.caller === undefined ? workspace : options.caller.workspace;
      const read = (each: Parameters<Work<unknown>>[0]): ReturnType<typeof importConversations> =>
        importConversations(store, { ...request, palaceName }, each);
      return request.dry_run === true ? alone(options, read) : intake(request.wait_for_embeddings, options, read);
    },
    recogniseImport: ({ path }, { signal } = {}) => recogniseImport(path, signal),
    indexCommits: (request, options = {}) =>
      intake(request.wait_for_embeddings, options, (each) => indexCommits(store, request, each)),
  };
};

const mine = async (
  parts: IntakeCallsParts,
  request: Params<'mine'>,
  options: CallOptions,
): Promise<Result<'mine'>> => {
  const { embeddings, exclusively, keepClosets } = parts;
  const mined = await exclusively(() => mineFiles(parts, request, options));
  if (mined === null) return { ...mineTally().report(0), embeddings: await embeddings.settle(options) };
  const isAwaited = request.wait_for_embeddings === true;
  const vectors = await embeddings.settle({ ...options, wait: isAwaited });
  await keepClosets(isAwaited, options);
  return { ...mined.report, embeddings: vectors, elapsed_ms: Math.round(performance.now() - mined.started) };
};

/** Null if the request names only files that mining would not read. */
const mineFiles = async (
  parts: IntakeCallsParts,
  request: Params<'mine'>,
  { signal, onProgress }: CallOptions,
): Promise<{ readonly report: Awaited<ReturnType<typeof mineWorkspace>>; readonly started: number } | null> => {
  const { store, indexes, clock, documents, onProgress: tell } = parts;
  const started = performance.now();
  const each = (progress: MineProgress): void => tell(progress, onProgress);
  const files = await withExcludes(parts, request);
  if (!(await reachesTouched(store, files))) return null;
  await screenFiled(store, { signal, onProgress: each });
  const report = await mineWorkspace(store, files, {
    signal,
    clock,
    palaceFolder: store.folder,
    documents,
    onProgress: each,
  }).finally(() => tell(null));
  await indexes.save();
  return { report, started };
};

/** The request with the patterns that the palace's own settings exclude. */
const withExcludes = async <T extends Pick<MineRequest, 'exclude'>>(
  { store, warn }: IntakeCallsParts,
  request: T,
): Promise<T> => {
  const { exclude } = (await adoptSettings(store, warn)).values;
  return { ...request, exclude: [...new Set([...(request.exclude ?? []), ...exclude])] };
};

/** Whether mining would read any of the files that changed; true if the request names none. */
const reachesTouched = async (
  { folder }: PalaceStore,
  { folders, exclude, touched }: MineRequest,
): Promise<boolean> =>
  touched === undefined ||
  reachesAny(
    folders.map(({ path }) => path),
    touched,
    { files: nodeFileAccess, exclude, palaceFolder: folder },
  );
