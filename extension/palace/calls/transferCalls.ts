import { exportPalace } from '../transfer/exportPalace.ts';
import { importPalace } from '../transfer/importPalace.ts';
import { importDrawers } from '../filing/importDrawers.ts';
import type { CallOptions, PalaceApi } from '../contract/palaceApi.ts';
import type { TakingParts } from './intakeCalls.ts';

/** The calls that import and export complete memories, in their wire form. */
export type TransferCalls = Pick<PalaceApi, 'importDrawers' | 'importPalace' | 'exportPalace'>;

export const transferCalls = ({
  store,
  embeddings,
  clock,
  sqliteWasm,
  exclusively,
  onProgress: tell,
}: TakingParts & { readonly sqliteWasm: string }): TransferCalls => {
  /**
   * Runs the work alone and reports its progress. Then starts on the vectors, and waits for them if asked to; other work goes on
   * meanwhile.
   */
  const alone = async <T>(
    call: CallOptions,
    wait: boolean | null,
    work: (each: CallOptions) => Promise<T>,
  ): Promise<T> => {
    const each: CallOptions = {
      ...(call.signal === undefined ? {} : { signal: call.signal }),
      onProgress: (progress) => tell(progress, call.onProgress),
    };
    const report = await exclusively(() => work(each).finally(() => tell(null)));
    if (wait !== null) await embeddings.settle({ ...call, wait });
    return report;
  };
  return {
    importDrawers: (request, options = {}) =>
      alone(options, request.wait_for_embeddings === true, (each) =>
        importDrawers(store, request.file, { ...each, clock }),
      ),
    importPalace: (request, options = {}) =>
      alone(options, request.dry_run === true ? null : request.wait_for_embeddings === true, (each) =>
        importPalace(store, request.path, {
          ...each,
          format: request.format,
          isDryRun: request.dry_run === true,
          sqliteWasm,
          clock,
        }),
      ),
    exportPalace: ({ folder, format, include_sensitive: sensitive, include_archived: archived }, options = {}) =>
      alone(options, null, (each) =>
        exportPalace(store, folder, {
          ...each,
          layout: format,
          includeSensitive: sensitive === true,
          includeArchived: archived !== false,
        }),
      ),
  };
};
