import type { Command } from 'commander';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { namedDrawers } from '../../connection/namedDrawers.ts';
import { addCommand, optionsOf } from '../../options/globalOptions.ts';
import { addPlanOptions, type PlanOptions } from '../../options/planOptions.ts';
import { profileRequest } from '../../options/profileOptions.ts';
import { nextSteps, planLines } from '../../output/planOutput.ts';
import { printSummary } from '../../terminal/print.ts';
import { terminalOf } from '../../terminal/terminal.ts';
import { withPlans } from './withPlans.ts';

interface ConsolidateOptions extends PlanOptions {
  readonly summary?: string;
}

/** `consolidate`: plans a summary of similar notes, or of the named drawers. */
export const register = (program: Command): void => {
  addPlanOptions(addCommand(program, 'consolidate [drawer-id...]'))
    .description('plan a summary of similar issues, decisions and insights, or of named drawers')
    .option('--summary <text>', 'the summary of the named drawers (default: an extract)')
    .addHelpText(
      'after',
      '\nIt is applied and undone with “compact --apply” and “compact --restore”.\n\nExample:\n  synapse-palace consolidate --dry-run',
    )
    .action((ids: string[], _: unknown, command: Command) => consolidate(ids, optionsOf(command)));
};

const consolidate = async (names: readonly string[], options: ConsolidateOptions): Promise<void> => {
  if (options.summary !== undefined && names.length === 0)
    throw new PalaceError('E_USAGE', 'consolidate: --summary needs the drawers that it summarises.');
  const report = await withPlans(options, async (api, call, location) => {
    const request = {
      ...profileRequest(options),
      ...(names.length === 0 ? {} : { drawer_ids: await namedDrawers({ api, location }, names) }),
      ...(options.summary === undefined ? {} : { summaries: { g1: options.summary } }),
    };
    return options.dryRun === true ? api.evaluatePlan(request, call) : api.makePlan(request, call);
  });
  printSummary(options, report, () =>
    [...planLines(report.plan, terminalOf(process.stdout)), ...nextSteps(report.plan)].join('\n'),
  );
};
