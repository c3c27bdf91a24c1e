import type { Command } from 'commander';
import type { SaveReport, SaveRequest } from '../../../palace/contract/noteSchemas.ts';
import { tiers } from '../../../palace/model/drawer.ts';
import { noteTypes } from '../../../palace/model/noteTypes.ts';
import { withPalace } from '../../connection/openPalace.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { fraction } from '../../options/fraction.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { oneOf } from '../../options/oneOf.ts';
import { clip, terminalOf } from '../../terminal/terminal.ts';
import { noteText } from './noteText.ts';

interface SaveOptions extends GlobalOptions {
  readonly type: string;
  readonly tag?: readonly string[];
  readonly tier?: string;
  readonly pin?: boolean;
  readonly importance?: number;
  readonly sensitive?: boolean;
  readonly wing?: string;
  readonly room?: string;
  readonly source?: string;
  readonly allowDuplicate?: boolean;
  readonly requestId?: string;
}

/** `save`: files a note. Exit code 1 if it was not saved. */
export const register = (program: Command): void => {
  addCommand(program, 'save [text...]')
    .description('save a note, from the arguments or from standard input (-)')
    .option('--type <type>', 'decision, insight, issue, progress, handoff, reference or summary', 'insight')
    .option('--tag <tags...>', 'tags')
    .option('--tier <tier>', 'ephemeral, working or longterm (default: by the type)')
    .option('--pin', 'pin it')
    .option('--importance <number>', 'from 0 to 1 (default: 0.5)', fraction)
    .option('--sensitive', 'never embed it, never hand it to an agent')
    .option('--wing <name>', 'the wing to file it in (default: the source’s, else the workspace’s)')
    .option('--room <name>', 'the room to file it in (default: notes)')
    .option('--source <place>', 'where it comes from: src/a.ts or src/a.ts:10-20')
    .option('--allow-duplicate', 'save it even if a drawer says the same')
    .option('--request-id <id>', 'the same ID again files nothing and gives the first answer')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace save "Tokens rotate in the gateway alone." --type decision --tag auth\n  git diff | synapse-palace save - --type progress --json',
    )
    .action((words: string[], _: unknown, command: Command) => save(words, optionsOf(command)));
};

const save = async (words: readonly string[], options: SaveOptions): Promise<void> => {
  const request = saveRequest(await noteText(words), options);
  const report = await withPalace(palaceLocation(options, '.'), (api) => api.save(request));
  if (options.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
  else tell(report, options.quiet === true);
  if (!report.saved) process.exitCode = 1;
};

const saveRequest = (text: string, options: SaveOptions): SaveRequest => ({
  text,
  type: oneOf('type', noteTypes, options.type),
  ...(options.tag === undefined ? {} : { tags: [...options.tag] }),
  ...(options.tier === undefined ? {} : { tier: oneOf('tier', tiers, options.tier) }),
  ...(options.pin === undefined ? {} : { pinned: options.pin }),
  ...(options.importance === undefined ? {} : { importance: options.importance }),
  ...(options.sensitive === undefined ? {} : { sensitive: options.sensitive }),
  ...(options.wing === undefined ? {} : { wing: options.wing }),
  ...(options.room === undefined ? {} : { room: options.room }),
  ...(options.source === undefined ? {} : { source: sourceOf(options.source) }),
  ...(options.allowDuplicate === undefined ? {} : { allow_duplicate: options.allowDuplicate }),
  ...(options.requestId === undefined ? {} : { request_id: options.requestId }),
});

/** Parses `src/a.ts`, `src/a.ts:12` or `src/a.ts:12-20`. */
const sourceOf = (given: string): { file: string; lines?: { start: number; end: number } } => {
  const parts = /^(.+?):(\d+)(?:[-–](\d+))?$/.exec(given);
  const [, file, start, end] = parts ?? [];
  return file === undefined
    ? { file: given }
    : { file, lines: { start: Number(start), end: Number(end ?? start) } };
};

const tell = ({ drawer_id: id, saved, duplicates, warnings }: SaveReport, quiet: boolean): void => {
  const { columns } = terminalOf(process.stdout);
  const alike = duplicates.map(({ drawer_id: other, similarity, kind, text_start: start }) =>
    clip(
      `  ${other}  ${kind === 'exact' ? 'the very same text' : `likeness ${similarity.toFixed(2)}`}  ${start.trim().split('\n')[0] ?? ''}`.trimEnd(),
      columns,
    ),
  );
  if (!saved) {
    process.stderr.write(
      `Not saved: ${duplicates.length === 1 ? 'a drawer says' : `${duplicates.length} drawers say`} the same. --allow-duplicate saves it anyway.\n`,
    );
    if (!quiet) process.stdout.write(`${alike.join('\n')}\n`);
    return;
  }
  if (quiet) return;
  process.stdout.write(
    [
      ...warnings.map((warning) => `! ${warning}`),
      `Saved as ${id ?? ''}.`,
      ...(alike.length === 0 ? [] : ['These say the same:', ...alike]),
    ].join('\n') + '\n',
  );
};
