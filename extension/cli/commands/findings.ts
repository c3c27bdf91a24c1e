import type { Command } from 'commander';
import type { Finding } from '../../palace/contract/findingsSchemas.ts';
import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { plural } from '../terminal/terminal.ts';
import { wholeNumber } from '../terminal/wholeNumber.ts';
import { existingPalace } from './existingPalace.ts';

/** Its description and options. */
export const findingsProgram = (command: Command): Command =>
  command
    .description('where secrets stand in the palace, never what they are')
    .option('--limit <n>', 'how many drawers a page, 1 to 1000', wholeNumber(1, 1000))
    .option('--cursor <cursor>', 'go on from where a page ended')
    .addHelpText(
      'after',
      '\nDrawers that hold a secret are sensitive: they are not embedded and are found by their words only.\n\nExample:\n  synapse-palace findings --json',
    );

/** Lists where secrets stand. */
export const findingsCommand = async (
  options: GlobalOptions & { readonly limit?: number; readonly cursor?: string },
): Promise<void> => {
  const page = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.findings({ limit: options.limit ?? 200, cursor: options.cursor ?? null }),
  );
  process.stdout.write(
    options.json === true ? `${JSON.stringify(page)}\n` : `${findingsText(page.findings, page.next)}\n`,
  );
};

const findingsText = (findings: readonly Finding[], next: string | null): string => {
  if (findings.length === 0) return 'No secrets found.';
  const drawers = new Set(findings.map(({ drawer_id: id }) => id)).size;
  return [
    ...findings.map(
      ({ drawer_id: id, rule, source_file: file, lines, sensitive }) =>
        `${file === null ? id : `${file}${lines === null ? '' : `:${lines.start}`}`}  ${rule}${sensitive ? '' : '  (unmarked)'}${file === null ? '' : `  ${id}`}`,
    ),
    `${plural(findings.length, 'secret')} in ${plural(drawers, 'drawer')}.`,
    ...(next === null ? [] : [`More: findings --cursor ${next}`]),
  ].join('\n');
};
