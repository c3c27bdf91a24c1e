/** Flags of MemPalace's profiles that have another name or no counterpart here, with what to write in their place. */
const foreignFlags: Readonly<Record<string, string>> = {
  mmr_enabled:
    'Write mmr_lambda: below 1 selects less alike results (MemPalace’s default is 0.7), and 1 switches that off',
  mmr_final_k: 'Write final_k',
  time_decay: 'Write half_life_days: null switches decay off',
  consolidation_suggestions_in_status:
    'Leave it out: a session’s context always shows what could be one summary, and status never does',
  scoring_mode: 'Leave it out: factors are shown as signed steps that add up to the score',
  log_retrievals: 'Leave it out; a search with dry_run records nothing',
  soft_archive_suggestions_enabled: 'Leave it out; “maintain --dry-run” shows what age would archive',
  soft_archive_target_wing: 'Leave it out: an archived drawer stays in its wing',
  consolidation_inactive_days: 'Write compaction_age_days',
};

/** Of MemPalace's global settings and search arguments: synapse_ltp_enabled is the flag ltp_enabled. */
const foreignPrefix = 'synapse_';

/**
 * What to write instead of a flag of MemPalace; undefined for any other name. `isFlag` tells which names are
 * flags here.
 */
export const insteadOf = (flag: string, isFlag: (name: string) => boolean): string | undefined => {
  const bare = flag.startsWith(foreignPrefix) ? flag.slice(foreignPrefix.length) : flag;
  if (Object.hasOwn(foreignFlags, bare)) return foreignFlags[bare];
  return bare !== flag && isFlag(bare) ? `Write ${bare}` : undefined;
};
