import type { Command } from 'commander';
import { curationModes } from '../../../palace/contract/curation.ts';
import {
  type Curation,
  type Duplicate,
  type NoteChecksReport,
  type SaveReport,
  type SaveRequest,
} from '../../../palace/contract/noteSchemas.ts';
import type { PatternChange } from '../../../palace/contract/memory/patternSchemas.ts';
import { tiers } from '../../../palace/model/drawer/drawer.ts';
import { noteTypes } from '../../../palace/model/drawer/noteTypes.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { withPalace } from '../../connection/openPalace.ts';
import { triedBeforehand } from '../../connection/palaceForDryRun.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { fraction } from '../../options/fraction.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { namedBy } from '../../options/named.ts';
import { oneOf } from '../../options/oneOf.ts';
import { clip, terminalOf } from '../../terminal/terminal.ts';
import { awaitChecks } from '../memory/awaitChecks.ts';
import { patternText } from '../memory/patternText.ts';
import { noteText } from './noteText.ts';
import { firstLine } from '../../../base/text/firstLine.ts';
import { printable } from '../../../base/text/printable.ts';
import { say, sayDocument, warn } from '../../terminal/output.ts';

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
  readonly session?: string;
  readonly wait?: boolean;
  readonly curate?: string;
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
    .option(
      '--wing <name>',
      'the wing to file it in (default: the source’s, else the workspace’s)',
      namedBy('--wing'),
    )
    .option('--room <name>', 'the room to file it in (default: notes)', namedBy('--room'))
    .option('--source <place>', 'where it comes from: src/a.ts or src/a.ts:10-20')
    .option('--allow-duplicate', 'save it even if a drawer has the same text (an issue always is)')
    .option('--request-id <id>', 'a repeated ID files nothing and gives the first answer')
    .option('--session <id>', 'the session in which it is saved')
    .option('--curate <mode>', 'off, suggest or auto: what is done about older notes on the same subject')
    .option('--wait', 'then wait for its vector, and list similar drawers')
    .addHelpText(
      'after',
      '\nExamples:\n  synapse-palace save "Tokens rotate in the gateway alone." --type decision --tag auth\n  git diff | synapse-palace save - --type progress --json',
    )
    .action((words: string[], _: unknown, command: Command) => save(words, optionsOf(command)));
};

const save = async (words: readonly string[], options: SaveOptions): Promise<void> => {
  const request = saveRequest(await noteText(words), options);
  const location = palaceLocation(options, '.');
  await triedBeforehand(location, (api) => api.save(request));
  await withPalace(location, async (api) => {
    const report = await api.save(request);
    if (!report.saved) process.exitCode = 1;
    const due = options.wait === true && report.drawer_id !== null ? report.drawer_id : null;
    if (options.json !== true) tell(report, options.quiet === true);
    const checked =
      due === null
        ? null
        : await awaitChecks(api, options, [due]).catch((thrown: unknown) => {
            // The note is saved all the same.
            const { message } = PalaceError.from(thrown);
            if (options.json === true) sayDocument({ ...report, checks: [], due: [due], unavailable: message });
            throw thrown;
          });
    if (options.json === true) sayDocument({ ...report, ...checked });
    else if (checked !== null && options.quiet !== true) tellChecked(checked);
  });
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
  ...(options.curate === undefined ? {} : { curate: oneOf('curate', curationModes, options.curate) }),
  ...(options.session === undefined ? {} : { session_id: options.session }),
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

const tell = ({ drawer_id: id, saved, duplicates, warnings, pattern }: SaveReport, quiet: boolean): void => {
  if (!saved) {
    warn(
      `Not saved: ${duplicates.length === 1 ? 'a drawer has' : `${duplicates.length} drawers have`} the same text. --allow-duplicate saves it anyway.\n`,
    );
    if (!quiet) say(`${duplicateLines(duplicates).join('\n')}\n`);
    return;
  }
  if (quiet) return;
  print([
    ...warnings.map((warning) => `! ${warning}`),
    `Saved as ${id ?? ''}.`,
    ...(duplicates.length === 0 ? [] : ['These have the same text:', ...duplicateLines(duplicates)]),
    ...(pattern === null ? [] : [recursText(pattern)]),
  ]);
};

/** What was found once the note had its vector. */
const tellChecked = ({ checks: [check], unavailable }: NoteChecksReport): void => {
  if (check === undefined) return print([`Not compared with others yet. ${unavailable ?? ''}`.trimEnd()]);
  const { duplicates, pattern, curation } = check;
  print([
    ...(duplicates.length === 0
      ? ['Nothing says nearly the same.']
      : [
          'These say nearly the same:',
          ...duplicateLines(duplicates),
          ...differenceLines(duplicates, check.drawer_id),
        ]),
    ...(pattern === null ? [] : [recursText(pattern)]),
    ...(curation.length === 0 ? [] : ['Older notes on the same subject:', ...curation.map(curationLine)]),
  ]);
};

const curationLine = ({ drawer_id: other, action, reason, applied, text_start: start }: Curation): string =>
  clip(
    `  ${action.padEnd(6)}  ${other}  ${applied ? 'replaced: ' : ''}${reason}  ${printable(firstLine(start))}`.trimEnd(),
    terminalOf(process.stdout).columns,
  );

/** Where the new note differs from one that says nearly the same. */
const differenceLines = (duplicates: readonly Duplicate[], id: string): string[] =>
  duplicates.flatMap(({ drawer_id: older, differs = [] }) => [
    ...differs.map(
      ({ says, newer_says: now }) => `  ${older} says “${printable(says)}”, the new note “${printable(now)}”.`,
    ),
    ...(differs.length === 0
      ? []
      : [`  If the new note replaces it: synapse-palace mark ${older} --superseded-by ${id}`]),
  ]);

const print = (lines: readonly string[]): void => say(`${lines.join('\n')}\n`);

const duplicateLines = (duplicates: readonly Duplicate[]): string[] =>
  duplicates.map(({ drawer_id: other, similarity, kind, text_start: start }) =>
    clip(
      `  ${other}  ${kind === 'exact' ? 'the same text' : `likeness ${similarity.toFixed(2)}`}  ${firstLine(start)}`.trimEnd(),
      terminalOf(process.stdout).columns,
    ),
  );

const recursText = ({ pattern }: PatternChange): string => `This issue recurs: ${printable(patternText(pattern))}`;
