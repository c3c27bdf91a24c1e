import type { MineProgress } from '../../palace/contract/filing/mineProgress.ts';

interface ProgressParams extends Record<string, unknown> {
  readonly progress: number;
  readonly total?: number;
  /** The stage. */
  readonly message: string;
}

/**
 * Reports the palace's progress as the protocol requires: it rises with every notification, although each stage counts from
 * zero. An update that would not rise is not sent.
 */
export const progressReporter = (send: (params: ProgressParams) => void): ((progress: MineProgress) => void) => {
  let before = 0;
  let stage: string | undefined;
  let last = -1;
  return ({ stage: now, done, total }) => {
    if (now !== stage) {
      before = Math.max(0, last);
      stage = now;
    }
    const progress = before + done;
    if (progress <= last) return;
    last = progress;
    send({ progress, ...(total === null ? {} : { total: before + total }), message: now });
  };
};
