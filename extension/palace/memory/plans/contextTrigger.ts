import type { CompactionTrigger } from '../../contract/planCallSchemas.ts';

/** Compaction is due when more than this share of the context is used. */
const dueFrom = 0.8;

/**
 * Whether a plan is made. Without reported usage a person asked for it, so it always is. With reported usage, the
 * context must be more than 80 % full and `adaptive_compaction` on; a dry run ignores that flag. Pure.
 */
export const contextTrigger = (
  used: number | undefined,
  max: number | undefined,
  {
    adaptive,
    dryRun,
    profile,
  }: { readonly adaptive: boolean; readonly dryRun: boolean; readonly profile: string },
): CompactionTrigger => {
  if (used === undefined || max === undefined)
    return { asked: true, context: null, due: true, reason: 'asked for' };
  const context = { used, max, share: used / max };
  const percent = `${Math.round(context.share * 1000) / 10} %`;
  if (!(context.share > dueFrom))
    return {
      asked: false,
      context,
      due: false,
      reason: `the context is ${percent} full; compaction is due above 80 %`,
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
