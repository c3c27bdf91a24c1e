import type { CallOptions, Result } from '../contract/palaceApi.ts';
import type { PalaceStore } from '../store/palaceStore.ts';

/** `verify` in its wire form. */
export const verifyPalace = async (
  store: PalaceStore,
  { signal, onProgress }: CallOptions,
): Promise<Result<'verify'>> => {
  const report = await store.verify({
    ...(signal === undefined ? {} : { signal }),
    onProgress: (done, total) =>
      onProgress?.({
        stage: 'scanning',
        done,
        total,
        message: 'drawers compared with their hashes',
        per_second: null,
      }),
  });
  return { ok: report.ok, checked: report.checked, damaged: [...report.damaged] };
};
