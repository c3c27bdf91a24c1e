import { importConversations } from '../mining/conversations/importConversations.ts';
import { indexCommits } from '../mining/git/indexCommits.ts';
import { mineWorkspace } from '../mining/mineWorkspace.ts';
import { adoptSettings } from '../filing/miningLimits.ts';
import { screenFiled } from '../filing/screenFiled.ts';
import type { MineProgress } from '../contract/mineProgress.ts';
import type { CallOptions, PalaceApi } from '../contract/palaceApi.ts';
import type { PalaceEmbeddings } from '../indexing/palaceEmbeddings.ts';
import type { PalaceIndexes } from '../indexing/palaceIndexes.ts';
import { recogniseImport } from './recogniseImport.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

/** The calls that add drawers from elsewhere, in their wire form. */
export type IntakeCalls = Pick<PalaceApi, 'mine' | 'importConversations' | 'recogniseImport' | 'indexCommits'>;

/** What imports and exports work with. */
export interface TakingParts {
  readonly store: PalaceStore;
  readonly embeddings: PalaceEmbeddings;
  readonly clock: () => Date;
  readonly workspace: string | null;
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  /** Null once nothing is running. */
  readonly onProgress: (progress: MineProgress | null, listener?: CallOptions['onProgress']) => void;
}

export interface IntakeCallsParts extends TakingParts {
  readonly indexes: Pick<PalaceIndexes, 'save'>;
  readonly warn: (message: string) => void;
  /** Builds the closets if the caller's default profile wants them: awaited, or in the background. */
  readonly keepClosets: (isAwaited: boolean, options: CallOptions) => Promise<void>;
}

export const intakeCalls = ({
  store,
  indexes,
  embeddings,
  clock,
  workspace,
  exclusively,
  onProgress: tell,
  warn,
  keepClosets,
}: IntakeCallsParts): IntakeCalls => {
  /** Runs the work alone and reports its progress. Waits for the vectors if asked to. */
  const intake = <T>(
    wait: boolean | undefined,
    { signal, onProgress }: CallOptions,
    work: (options: CallOptions & { readonly clock: () => Date }) => Promise<T>,
  ): Promise<T> =>
    exclusively(async () => {
      await adoptSettings(store, warn);
      const report = await work({ signal, clock, onProgress: (progress) => tell(progress, onProgress) }).finally(
        () => tell(null),
      );
      await embeddings.settle(wait === true, { signal, onProgress });
      return report;
    });
  return {
    mine: (request, options = {}) =>
      exclusively(async () => {
        const { signal, onProgress } = options;
        const started = performance.now();
        const each = (progress: MineProgress): void => tell(progress, onProgress);
        const { exclude } = (await adoptSettings(store, warn)).values;
        await screenFiled(store, { signal, onProgress: each });
        const files = { ...request, exclude: [...new Set([...(request.exclude ?? []), ...exclude])] };
        const report = await mineWorkspace(store, files, {
          signal,
          clock,
          palaceFolder: store.folder,
          onProgress: each,
        }).finally(() => tell(null));
        await indexes.save();
        const vectors = await embeddings.settle(request.wait_for_embeddings === true, { signal, onProgress });
        await keepClosets(request.wait_for_embeddings === true, options);
        return { ...report, embeddings: vectors, elapsed_ms: Math.round(performance.now() - started) };
      }),
    importConversations: (request, options = {}) =>
      intake(request.wait_for_embeddings, options, (each) =>
        importConversations(
          store,
          { ...request, palaceName: options.caller === undefined ? workspace : options.caller.workspace },
          each,
        ),
      ),
    recogniseImport: async ({ path }) => ({ kind: await recogniseImport(path) }),
    indexCommits: (request, options = {}) =>
      intake(request.wait_for_embeddings, options, (each) => indexCommits(store, request, each)),
  };
};
