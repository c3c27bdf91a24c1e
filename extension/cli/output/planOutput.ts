import type { AppliedReport, PlanView, RestoredReport } from '../../palace/contract/memory/planSchemas.ts';
import { plural } from '../../base/text/plural.ts';
import { count, type Terminal } from '../terminal/terminal.ts';
import { printable, printableName } from '../../base/text/printable.ts';

const decimals = (value: number): string => value.toFixed(2).replace(/^0/, '');

/**
 * Lines that show a plan to a person: its groups, their drawers with reasons, the summary and the facts it leaves out.
 * `rejected`: drawers that the person leaves as they are.
 */
export const planLines = (plan: PlanView, { style }: Terminal, rejected: readonly string[] = []): string[] => {
  const candidates = new Map(plan.candidates.map((candidate) => [candidate.drawer_id, candidate]));
  const titles = new Map(plan.drawers.map(({ drawer_id: id, title }) => [id, title]));
  const dropped = new Map([
    ...plan.dropped.map(({ drawer_id: id, reason }) => [id, reason] as const),
    ...rejected.map((id) => [id, 'it was rejected'] as const),
  ]);
  const loose = plan.candidates.filter(({ consolidated_into: summary }) => summary === null);
  const going = plan.groups.map(({ drawer_ids: ids, skipped }) =>
    skipped === null ? ids.filter((id) => !dropped.has(id)).length : 0,
  );
  return [
    `${style('bold', plan.id)} · ${plan.kind}, ${stateWords[plan.state]} · profile ${plan.profile} · palace revision ${count(plan.palace_revision)}${plan.revision_now === plan.palace_revision ? '' : `, now ${count(plan.revision_now)}`}`,
    plan.groups.length === 0
      ? `Nothing to summarise: ${plural(plan.candidates.length, 'drawer qualifies', 'drawers qualify')}, in no group of three that are alike.`
      : `${plural(
          going.reduce((sum, n) => sum + n, 0),
          'drawer',
        )} would go to the archive, replaced by ${plural(going.filter((n) => n > 0).length, 'summary', 'summaries')}.`,
    ...plan.warnings.map((warning) => style('yellow', warning)),
    ...plan.groups.flatMap((group) => [
      '',
      `${style('bold', group.group_id)}  ${printableName(group.title)}`,
      `    ${plural(group.drawer_ids.length, 'drawer')} → 1 summary (${group.writer})${group.alike === null ? '' : ` · alike ${decimals(group.alike)}`} · ${group.shared.kind} ${printableName(group.shared.name)} · ${count(group.characters_before)} → ${count(group.characters_after)} characters`,
      ...group.drawer_ids.flatMap((id) => [
        `  - ${id}  ${printableName(titles.get(id) ?? 'gone')}`,
        `      ${dropped.has(id) ? style('yellow', `left out: ${dropped.get(id) ?? ''}`) : (candidates.get(id)?.reason ?? '')}`,
      ]),
      ...(group.skipped === null ? [] : [style('yellow', `    The group is skipped: ${group.skipped}.`)]),
      `    Summary → ${group.summary_drawer_id}`,
      ...printable(group.summary)
        .split('\n')
        .map((line) => `    | ${line}`),
      ...contradictionLines(group, style),
      group.left_out.length === 0
        ? '    Keeps every number, date, identifier and URL.'
        : `    Leaves out ${plural(group.left_out.length, 'fact')}:`,
      ...group.left_out.map(({ drawer_id: id, kind, fact }) => `      ${printable(fact)}  (${kind}, ${id})`),
    ]),
    ...(loose.length === 0
      ? []
      : [
          '',
          `${plural(loose.length, 'candidate')} in no group stay${loose.length === 1 ? 's' : ''} as ${loose.length === 1 ? 'it is' : 'they are'}:`,
          ...loose.map(({ drawer_id: id, reason }) => `  - ${id}  ${reason}`),
        ]),
  ];
};

const contradictionLines = (
  { contradictions, superseded_by: by, skipped }: PlanView['groups'][number],
  style: Terminal['style'],
): string[] =>
  contradictions.length === 0
    ? []
    : [
        style('yellow', '    These notes contradict each other; the newest leads:'),
        ...contradictions.map(
          ({ drawer_id: older, says, newer_id: newer, newer_says: saysNow }) =>
            `      ${printable(saysNow)} (${newer}), not ${printable(says)} (${older})`,
        ),
        ...(by === null && skipped === null ? ['    It is applied only if --groups names it.'] : []),
      ];

/** Next steps for a plan that is not applied; empty if it has no groups. */
export const nextSteps = ({ state, id, groups, digest }: PlanView): string[] => {
  if (groups.length === 0 || state === 'applied' || state === 'restored') return [];
  return [
    '',
    state === 'proposed'
      ? `Nothing is archived yet. Apply it: synapse-palace compact --apply ${id} --seen ${digest} [--groups g1,g2] [--reject DRAWER]`
      : 'Nothing was written. Without --dry-run the plan is kept, and can be applied.',
  ];
};

const stateWords: Readonly<Record<PlanView['state'], string>> = {
  transient: 'not kept',
  proposed: 'kept for review',
  applied: 'applied',
  restored: 'applied and restored',
};

/** A summary can be longer than the drawers that it replaces. */
const savedText = (saved: number): string =>
  saved < 0 ? `${plural(-saved, 'character')} more` : `${plural(saved, 'character')} saved`;

export const appliedLines = (report: AppliedReport, { style }: Terminal): string[] => [
  report.archived.length === 0
    ? 'Nothing was archived.'
    : `${plural(report.archived.length, 'drawer')} archived, ${plural(report.summaries.length, 'summary', 'summaries')} written, ${savedText(report.characters_saved)}; palace revision ${count(report.palace_revision)}.`,
  ...report.summaries.map(
    ({ group_id: id, drawer_id: drawer, archived, left_out: left, sensitive }) =>
      `  ${id} → ${drawer}, for ${archived.join(', ')}${left.length === 0 ? '' : `; left out: ${left.map(({ fact }) => printable(fact)).join(', ')}`}${sensitive ? style('yellow', ' (sensitive: it holds a secret)') : ''}`,
  ),
  ...report.dropped.map(({ drawer_id: id, reason }) => `  ${id} stays: ${reason}.`),
  ...report.rejected.map((id) => `  ${id} was rejected; it is not proposed again for 30 days.`),
  ...report.skipped_groups.map(({ group_id: id, reason }) => `  ${id} was skipped: ${reason}.`),
  ...(report.backup === null
    ? []
    : [`Backup: ${report.backup}`, `Undo: synapse-palace compact --restore ${report.plan_id}`]),
];

export const restoredLines = (report: RestoredReport): string[] => [
  `${plural(report.restored.length, 'drawer')} brought back; palace revision ${count(report.palace_revision)}.`,
  ...report.removed_summaries.map((id) => `  The summary ${id} is gone: nobody had used it.`),
  ...report.archived_summaries.map(
    ({ drawer_id: id, reason }) => `  The summary ${id} is in the archive: ${reason}.`,
  ),
  ...report.left.map(({ drawer_id: id, reason }) => `  ${id} is left as it is: ${reason}.`),
];
