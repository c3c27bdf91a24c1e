import type { CallOptions } from '../../contract/palaceApi.ts';
import { progressReporter } from '../../filing/progressReporter.ts';
import type { OnCompared } from '../../memory/curation/neighbourReplacements.ts';

/** Tells a call's listener how many notes were compared; undefined if nobody listens. */
export const notesCompared = (listener: CallOptions['onProgress']): OnCompared | undefined => {
  if (listener === undefined) return undefined;
  const progress = progressReporter(listener);
  let last = 0;
  return (done, total) => {
    // A plan compares its notes in several rounds.
    if (last === 0 || done <= last) progress.begin('matching', total);
    last = done;
    progress.step(done, 'notes');
    if (done === total) progress.end();
  };
};
