import type { CompactionTrigger } from '../../../contract/memory/planCallSchemas.ts';

/**
 * Whether a plan is made. Without reported usage a person asked for it, so it always is. With reported usage, the
 * context must be fuller than `share` and `adaptive_compaction` on; a dry run ignores that flag. Pure.
 */
export const contextTrigger = (
  used: number | undefined,
  max: number | undefined,
  {
    adaptive,
    share,
    dryRun,
    profile,
  }: { readonly adaptive: boolean; readonly share: number; readonly dryRun: boolean; readonly profile: string },
): CompactionTrigger => {
  if (used === undefined || max === undefined)
    return { asked: true, context: null, due: true, reason: 'asked for' };
  const context = { used, max, share: used / max };
  const percent = percentOf(context.share);
  if (!(context.share > share))
    return {
      asked: false,
      context,
      due: false,
      reason: `the context is ${percent} full; compaction is due above ${percentOf(share)}`,
    };
  if (!adaptive && !dryRun)
    return {
      asked: false,
      context,
      due: false,
      reason: `the context is ${percent} full, but adaptive_compaction is off in the profile “${profile}”`,
    };
  return { asked: false, context, due: true, reason: `the context is ${percent} full` };
};

const percentOf = (share: number): string => `${Math.round(share * 1000) / 10} %`;
