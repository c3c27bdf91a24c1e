import type { Command } from 'commander';
import type { GlobalOptions } from './globalOptions.ts';
import type { ProfileOptions } from './profileOptions.ts';

export interface PlanOptions extends GlobalOptions, ProfileOptions {
  readonly dryRun?: boolean;
}

/** Adds the options shared by all commands that make a plan. */
export const addPlanOptions = (command: Command): Command =>
  command
    .option('--dry-run', 'make the plan, keep nothing and write nothing')
    .option('--profile <name>', 'retrieval profile, for its thresholds')
    .option('--set <flag=value...>', 'profile flags for this plan');
