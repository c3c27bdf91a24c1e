import { InvalidArgumentError, type Command } from 'commander';
import type { CallOptions, PalaceApi, Params } from '../../../palace/contract/palaceApi.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { addCommand, optionsOf } from '../../options/globalOptions.ts';
import { named, namedBy } from '../../options/named.ts';
import { addPlanOptions, type PlanOptions } from '../../options/planOptions.ts';
import { profileRequest } from '../../options/profileOptions.ts';
import { appliedLines, nextSteps, planLines, restoredLines } from '../../output/planOutput.ts';
import { printSummary } from '../../terminal/print.ts';
import { plural } from '../../../base/text/plural.ts';
import { count, terminalOf } from '../../terminal/terminal.ts';
import { withPlans } from './withPlans.ts';

interface CompactOptions extends PlanOptions {
  readonly contextUsed?: number;
  readonly contextMax?: number;
  readonly trace?: boolean;
  readonly apply?: string;
  readonly groups?: readonly string[];
  readonly reject?: readonly string[];
  readonly seen?: string;
  readonly restore?: string;
  readonly show?: string;
  readonly list?: boolean;
}

const tokens = (text: string): number => {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError('It must be a number of tokens.');
  return value;
};

/** Parses `g1,g2`. Throws E_USAGE if it names nothing. */
const namesBy =
  (option: string) =>
  (text: string): string[] => {
    const names = text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    named(option, names.join(','));
    return names;
  };

/** `compact`: makes, shows, applies or restores a plan, or lists plans. */
export const register = (program: Command): void => {
  addPlanOptions(addCommand(program, 'compact'))
    .description('plan summaries of superseded drawers unused for long; nothing is archived before --apply')
    .option('--context-used <n>', 'tokens of the agent’s context in use: a plan only above 80 %', tokens)
    .option('--context-max <n>', 'tokens of the agent’s context', tokens)
    .option('--trace', 'list every candidate with its reason')
    .option('--list', 'the plans that were kept')
    .option('--show <plan>', 'a kept plan, checked against the current palace', namedBy('--show'))
    .option('--apply <plan>', 'carry a plan out: a backup first, then one transaction', namedBy('--apply'))
    .option(
      '--groups <ids>',
      'with --apply: only these groups (g1,g2); a group that contradicts itself is applied only if it is named',
      namesBy('--groups'),
    )
    .option(
      '--reject <drawers>',
      'with --apply: leave these drawers as they are; not proposed again for 30 days',
      namesBy('--reject'),
    )
    .option(
      '--seen <digest>',
      'with --apply: only if the plan is still the one that --show showed',
      namedBy('--seen'),
    )
    .option('--restore <plan>', 'undo a plan that was applied', namedBy('--restore'))
    .addHelpText(
      'after',
      '\nWith --apply, --dry-run shows what applying would do.\n\nExamples:\n  synapse-palace compact --dry-run\n  synapse-palace compact --context-used 166000 --context-max 200000 --json\n  synapse-palace compact --apply plan-20260301T120000000Z-6b4a656b --groups g1,g2',
    )
    .action((_: unknown, command: Command) => compact(optionsOf(command)));
};

const compact = async (options: CompactOptions): Promise<void> => {
  const act = actOf(options);
  const { document, lines } = await withPlans(options, act);
  printSummary(options, document, () => lines.join('\n'));
};

interface Outcome {
  readonly document: unknown;
  readonly lines: readonly string[];
}

type Act = (api: PalaceApi, call: CallOptions) => Promise<Outcome>;

/** The action that the options ask for. Throws E_USAGE on options that exclude each other. */
const actOf = (options: CompactOptions): Act => {
  const { apply, restore, show, list } = options;
  const [act, ...others] = namesOf({ apply, restore, show, list });
  const unfit = act === undefined ? [] : [...others, ...unfitFor(act, options)];
  if (unfit.length > 0)
    throw new PalaceError('E_USAGE', `compact: ${[act, ...unfit].join(' and ')} exclude each other.`);
  if (apply === undefined && (options.groups ?? options.reject ?? options.seen) !== undefined)
    throw new PalaceError('E_USAGE', 'compact: --groups, --reject and --seen belong to --apply.');
  if (apply !== undefined) return (options.dryRun === true ? tryPlan : applyPlan)(apply, options);
  if (restore !== undefined) return restorePlan(restore);
  if (show !== undefined) return showPlan(show);
  return list === true ? listPlans : makePlan(options);
};

/** The options that were given, as they are typed. */
const namesOf = (options: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]));

/** The given options that only belong to making a plan. Only applying has a dry run as well. */
const unfitFor = (act: string, options: CompactOptions): string[] =>
  namesOf({
    'dry-run': act === '--apply' ? undefined : options.dryRun,
    'context-used': options.contextUsed,
    'context-max': options.contextMax,
    trace: options.trace,
    profile: options.profile,
    set: options.set,
  });

const terminal = (): ReturnType<typeof terminalOf> => terminalOf(process.stdout);

/** What a person decided, as the palace's calls take it. */
const decisions = ({ groups, reject, seen }: CompactOptions): Omit<Params<'applyPlan'>, 'plan_id'> => ({
  ...(groups === undefined ? {} : { groups: [...groups] }),
  ...(reject === undefined ? {} : { rejected_drawers: [...reject] }),
  ...(seen === undefined ? {} : { seen }),
});

const applyPlan =
  (plan: string, options: CompactOptions): Act =>
  async (api, call) => {
    const applied = await api.applyPlan({ plan_id: plan, ...decisions(options) }, call);
    return { document: applied, lines: appliedLines(applied, terminal()) };
  };

/** What applying a plan would do. Writes nothing. */
const tryPlan =
  (id: string, options: CompactOptions): Act =>
  async (api, call) => {
    const { plan } = await api.evaluatePlan({ plan_id: id, ...decisions(options), applying: true }, call);
    return {
      document: plan,
      lines: [
        ...planLines(plan, terminal(), options.reject),
        '',
        'Nothing was written. Without --dry-run the plan is applied.',
      ],
    };
  };

const restorePlan =
  (plan: string): Act =>
  async (api, call) => {
    const restored = await api.undoPlan({ plan_id: plan }, call);
    return { document: restored, lines: restoredLines(restored) };
  };

const showPlan =
  (id: string): Act =>
  async (api, call) => {
    const { plan } = await api.evaluatePlan({ plan_id: id }, call);
    return { document: plan, lines: [...planLines(plan, terminal()), ...nextSteps(plan)] };
  };

const listPlans: Act = async (api, call) => {
  const report = await api.plans({}, call);
  const lines = report.plans.map(
    ({ id, state, kind, groups, would_archive: drawers, palace_revision: revision }) =>
      `${id}  ${state}  ${kind}  ${plural(groups, 'group')}, ${plural(drawers, 'drawer')}, of revision ${count(revision)}`,
  );
  return { document: report, lines: lines.length === 0 ? ['No plan was kept yet.'] : lines };
};

const makePlan =
  (options: CompactOptions): Act =>
  async (api, call) => {
    const report = await api.compact(
      {
        dry_run: options.dryRun === true,
        candidate_trace: options.trace === true,
        ...profileRequest(options),
        ...(options.contextUsed === undefined ? {} : { context_used: options.contextUsed }),
        ...(options.contextMax === undefined ? {} : { context_max: options.contextMax }),
      },
      call,
    );
    const { plan, trigger, candidate_trace: trace = [] } = report;
    const lines =
      plan === null
        ? [`No plan was made: ${trigger.reason}.`]
        : [
            ...planLines(plan, terminal()),
            ...trace.map((candidate) => JSON.stringify(candidate)),
            ...nextSteps(plan),
          ];
    return { document: report, lines };
  };
