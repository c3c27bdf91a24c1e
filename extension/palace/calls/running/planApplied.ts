import type { CallOptions } from '../../contract/palaceApi.ts';
import { progressReporter } from '../../filing/progressReporter.ts';
import type { ApplyOptions } from '../../memory/plans/applyPlan.ts';

/** Tells a call's listener how far the backup is, then the plan; undefined if nobody listens. */
export const planApplied = (listener: CallOptions['onProgress']): ApplyOptions['onProgress'] => {
  if (listener === undefined) return undefined;
  const progress = progressReporter(listener);
  let last: string | undefined;
  return (stage, done, total) => {
    if (stage !== last) {
      progress.end();
      progress.begin(stage, total);
    }
    last = stage;
    progress.step(done, stage === 'copying' ? 'backup' : 'groups');
    if (done === total) progress.end();
  };
};
