import type { Command } from 'commander';
import type { PalaceStatus } from '../../../palace/contract/maintenanceSchemas.ts';
import { movedText, takeBackCommand } from '../../../palace/contract/memory/movedText.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printAnswer } from '../../terminal/print.ts';
import { plural } from '../../../base/text/plural.ts';
import { count, terminalOf } from '../../terminal/terminal.ts';
import { teamLine } from '../../output/teamText.ts';
import { growthText } from './growthText.ts';
import { printable, printableName } from '../../../base/text/printable.ts';

/** `status`: prints how many drawers there are and the palace's state. */
export const register = (program: Command): void => {
  addCommand(program, 'status')
    .description('the number of drawers and the state of the palace')
    .option('--by-wing', 'each wing’s drawers, its newest drawer, and its growth')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace status\n  synapse-palace status --by-wing\n  synapse-palace status --json',
    )
    .action((_: unknown, command: Command) => status(optionsOf(command)));
};

interface StatusOptions extends GlobalOptions {
  readonly byWing?: boolean;
}

const status = async (options: StatusOptions): Promise<void> => {
  if (options.byWing === true) {
    const growth = await withExistingPalace(options, (api) => api.growth({}));
    return printAnswer(options, growth, () => growthText(growth, terminalOf(process.stdout).columns));
  }
  const [found, team] = await withExistingPalace(options, (api) =>
    // The palace's owner may be an older version, which does not know teams.
    Promise.all([api.status({}), api.teamStatus({}).catch(() => null)]),
  );
  printAnswer(options, found, () => statusText(found, team === null ? null : teamLine(team)));
};

/** Why the semantic index is built slowly. */
const slower = {
  not: '',
  battery: ', slower, to save the battery',
  load: ', slower, because other programs need the processor',
} as const;

const statusText = (
  { drawers, embeddings, palace, patterns, ltp, warnings, moved, waiting }: PalaceStatus,
  team: string | null,
): string => {
  const list = (counts: Readonly<Record<string, number>>): string =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, n]) => `${printableName(name)} ${count(n)}`)
      .join(', ') || 'none';
  const vectors =
    embeddings.model === null
      ? 'none yet'
      : `${embeddings.model} (${embeddings.dim}, ${embeddings.engine}): ${count(embeddings.done)} done, ${count(embeddings.pending)} due${slower[embeddings.hold_up ?? 'not']}`;
  return [
    ...warnings.map((warning) => `! ${warning}`),
    `Drawers   ${count(drawers.total)}${drawers.archived > 0 ? ` and ${count(drawers.archived)} archived` : ''}`,
    `Wings     ${list(drawers.by_wing)}`,
    `Types     ${list(drawers.by_type)}`,
    `Tiers     ${list(drawers.by_tier)}`,
    ...(patterns.active === 0
      ? []
      : [
          `Patterns  ${patterns.active === 1 ? '1 issue recurs' : `${count(patterns.active)} issues recur`}; see patterns`,
        ]),
    ...moved.map(
      (batch, i) =>
        `${i === 0 ? 'Moved     ' : '          '}${printable(movedText(batch))} on ${batch.at.slice(0, 10)}; undo: ${takeBackCommand(batch)}`,
    ),
    ...waiting.map(
      ({ plan_id: id, would_archive: drawersOf }) =>
        `Waiting   an agent’s plan for ${plural(drawersOf, 'drawer')}; review: synapse-palace compact --show ${id}`,
    ),
    `Vectors   ${vectors}`,
    ...(team === null ? [] : [`Team      ${printable(team)}`]),
    ...(ltp === undefined ? [] : [`Use       ${useText(ltp)}`]),
    `Palace    ${printableName(palace.path)}`,
    `          revision ${count(palace.revision)}, schema ${palace.schema_version}, ${(palace.bytes / 1e6).toFixed(1)} MB, ${palace.state}`,
  ].join('\n');
};

const useText = ({ due, last_scan: last }: NonNullable<PalaceStatus['ltp']>): string =>
  [
    last === null
      ? 'not scanned yet'
      : `scanned ${last.at.slice(0, 16).replace('T', ' ')}: ${count(last.updated)} of ${plural(last.looked_at, 'drawer')} updated in ${plural(last.batch_timings_ms.length, 'batch', 'batches')}, ${last.total_ms} ms`,
    ...(due === 0 ? [] : [`${plural(due, 'drawer')} due`]),
  ].join('; ');
