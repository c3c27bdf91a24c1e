import { PalaceError } from '../../palace/model/palaceError.ts';
import type { PlanView } from '../../palace/contract/planSchemas.ts';
import type { PalaceApi } from '../../palace/contract/palaceApi.ts';
import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { appliedLines, planLines, restoredLines } from '../output/planOutput.ts';
import { count, plural, terminalOf } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';
import { assignment } from './search.ts';

export interface PlanOptions extends GlobalOptions {
  readonly dryRun?: boolean;
  readonly profile?: string;
  /** Profile flags for this call, `flag=value`. */
  readonly set?: readonly string[];
}

export interface CompactOptions extends PlanOptions {
  readonly contextUsed?: number;
  readonly contextMax?: number;
  readonly trace?: boolean;
  readonly apply?: string;
  readonly groups?: readonly string[];
  readonly reject?: readonly string[];
  readonly restore?: string;
  readonly show?: string;
  readonly list?: boolean;
}

/** Makes a plan, or shows, applies or restores one, or lists them. Throws E_USAGE on options that exclude each other. */
export const compactCommand = (options: CompactOptions): Promise<void> => {
  const acts = [
    ['--apply', options.apply],
    ['--restore', options.restore],
    ['--show', options.show],
    ['--list', options.list],
  ]
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  if (acts.length > 1) throw new PalaceError('E_USAGE', `compact: ${acts.join(' and ')} exclude each other.`);
  if (options.apply === undefined && (options.groups ?? options.reject) !== undefined)
    throw new PalaceError('E_USAGE', 'compact: --groups and --reject belong to --apply.');
  return withPlans(options, async (api) => {
    if (options.apply !== undefined) {
      const applied = await api.applyPlan({
        plan_id: options.apply,
        ...(options.groups === undefined ? {} : { groups: [...options.groups] }),
        ...(options.reject === undefined ? {} : { rejected_drawers: [...options.reject] }),
      });
      return { document: applied, lines: appliedLines(applied, terminal()) };
    }
    if (options.restore !== undefined) {
      const restored = await api.undoPlan({ plan_id: options.restore });
      return { document: restored, lines: restoredLines(restored) };
    }
    if (options.show !== undefined) {
      const { plan } = await api.evaluatePlan({ plan_id: options.show });
      return { document: plan, lines: planLines(plan, terminal()) };
    }
    if (options.list === true) {
      const report = await api.plans({});
      const lines = report.plans.map(
        ({ id, state, kind, groups, would_archive: drawers, palace_revision: revision }) =>
          `${id}  ${state}  ${kind}  ${plural(groups, 'group')}, ${plural(drawers, 'drawer')}, of revision ${count(revision)}`,
      );
      return { document: report, lines: lines.length === 0 ? ['No plan was kept yet.'] : lines };
    }
    const report = await api.compact({
      dry_run: options.dryRun === true,
      candidate_trace: options.trace === true,
      ...profileOf(options),
      ...(options.contextUsed === undefined ? {} : { context_used: options.contextUsed }),
      ...(options.contextMax === undefined ? {} : { context_max: options.contextMax }),
    });
    return {
      document: report,
      lines:
        report.plan === null
          ? [`No plan was made: ${report.trigger.reason}.`]
          : [
              ...planLines(report.plan, terminal()),
              ...(report.candidate_trace ?? []).map((candidate) => JSON.stringify(candidate)),
              ...nextSteps(report.plan),
            ],
    };
  });
};

/** Plans a summary of notes that say much the same, or of drawers that are named. */
export const consolidateCommand = (
  ids: readonly string[],
  options: PlanOptions & { readonly summary?: string },
): Promise<void> => {
  if (options.summary !== undefined && ids.length === 0)
    throw new PalaceError('E_USAGE', 'consolidate: --summary needs the drawers that it is of.');
  return withPlans(options, async (api) => {
    const request = {
      ...profileOf(options),
      ...(ids.length === 0 ? {} : { drawer_ids: [...ids] }),
      ...(options.summary === undefined ? {} : { summaries: { g1: options.summary } }),
    };
    const report = await (options.dryRun === true ? api.evaluatePlan(request) : api.makePlan(request));
    return { document: report, lines: [...planLines(report.plan, terminal()), ...nextSteps(report.plan)] };
  });
};

const terminal = (): ReturnType<typeof terminalOf> => terminalOf(process.stdout);

const profileOf = ({ profile, set }: PlanOptions): { profile?: string; overrides?: Record<string, unknown> } => ({
  ...(profile === undefined ? {} : { profile }),
  ...(set === undefined ? {} : { overrides: Object.fromEntries(set.map(assignment)) }),
});

const nextSteps = ({ state, id, groups }: PlanView): string[] => {
  if (groups.length === 0) return [];
  return [
    '',
    state === 'proposed'
      ? `Nothing is archived yet. Apply it: synapse-palace compact --apply ${id} [--groups g1,g2] [--reject DRAWER]`
      : 'Nothing was written. Without --dry-run the plan is kept, and can be applied.',
  ];
};

const withPlans = async (
  options: GlobalOptions,
  work: (api: PalaceApi) => Promise<{ readonly document: unknown; readonly lines: readonly string[] }>,
): Promise<void> => {
  const { document, lines } = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    work(api),
  );
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(document)}\n`
      : options.quiet === true
        ? ''
        : `${lines.join('\n')}\n`,
  );
};
