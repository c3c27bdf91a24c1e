import { printableName } from '../../../base/text/printable.ts';
import { placeInSource } from '../../../palace/model/source/sourcePlace.ts';
import type { Command } from 'commander';
import type { Finding } from '../../../palace/contract/findingsSchemas.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { wholeNumber } from '../../options/wholeNumber.ts';
import { printAnswer } from '../../terminal/print.ts';
import { plural } from '../../../base/text/plural.ts';

interface FindingsOptions extends GlobalOptions {
  readonly limit?: number;
  readonly cursor?: string;
}

/** `findings`: lists where the palace holds secrets. */
export const register = (program: Command): void => {
  addCommand(program, 'findings')
    .description('where the palace has secrets, without showing them')
    .option('--limit <n>', 'drawers per page, 1 to 1000', wholeNumber(1, 1000))
    .option('--cursor <cursor>', 'continue after a page')
    .addHelpText(
      'after',
      '\nDrawers with a secret are sensitive: they are not embedded, and found only by their words.\n\nExample:\n  synapse-palace findings --json',
    )
    .action((_: unknown, command: Command) => findings(optionsOf(command)));
};

const findings = async (options: FindingsOptions): Promise<void> => {
  const page = await withExistingPalace(options, (api) =>
    api.findings({ limit: options.limit ?? 200, cursor: options.cursor ?? null }),
  );
  printAnswer(options, page, () => findingsText(page.findings, page.next));
};

const findingsText = (findings: readonly Finding[], next: string | null): string => {
  if (findings.length === 0) return 'No secrets found.';
  const drawers = new Set(findings.map(({ drawer_id: id }) => id)).size;
  return [
    ...findings.map(({ drawer_id: id, rule, source_file: file, lines, sensitive }) =>
      printableName(
        `${file === null ? id : `${file}${placeInSource(file, lines === null ? null : { start: lines.start, end: lines.start })}`}  ${rule}${sensitive ? '' : '  (unmarked)'}${file === null ? '' : `  ${id}`}`,
      ),
    ),
    `${plural(findings.length, 'secret')} in ${plural(drawers, 'drawer')}.`,
    ...(next === null ? [] : [`More: the same again with --cursor ${next}`]),
  ].join('\n');
};
