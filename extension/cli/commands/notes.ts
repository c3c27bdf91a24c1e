import { text as readAll } from 'node:stream/consumers';
import { tiers } from '../../palace/model/drawer.ts';
import type { SaveReport, SaveRequest } from '../../palace/contract/noteSchemas.ts';
import { noteTypes } from '../../palace/model/noteTypes.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { palaceLocation, withPalace, type GlobalOptions } from '../terminal/cliContext.ts';
import { clip, terminalOf } from '../terminal/terminal.ts';
import { existingPalace } from './existingPalace.ts';

export interface SaveOptions extends GlobalOptions {
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

/** Files a note, from the arguments or, where they are `-` or none, from standard input. Exit code 1 if it was not saved. */
export const saveCommand = async (words: readonly string[], options: SaveOptions): Promise<void> => {
  const request = saveRequest(await noteText(words), options);
  const report = await withPalace(palaceLocation(options, '.'), ({ api }) => api.save(request));
  if (options.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
  else tell(report, options.quiet === true);
  if (!report.saved) process.exitCode = 1;
};

/** Files a note's new text in place of the old one, which goes to the archive. */
export const editCommand = async (id: string, words: readonly string[], options: GlobalOptions): Promise<void> => {
  const text = await noteText(words);
  const report = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) =>
    api.editNote({ drawer_id: id, text }),
  );
  if (options.json === true) process.stdout.write(`${JSON.stringify(report)}\n`);
  else if (options.quiet !== true)
    process.stdout.write(
      report.edited
        ? `Filed as ${report.drawer_id}; the earlier text is in the archive.\n`
        : 'The text is the same; nothing was changed.\n',
    );
};

export const tagsCommand = async (options: GlobalOptions): Promise<void> => {
  const list = await withPalace(existingPalace(palaceLocation(options, '.')), ({ api }) => api.tags({}));
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(list)}\n`
      : `${list.tags.map(({ tag, drawers }) => `${String(drawers).padStart(6)}  ${tag}`).join('\n') || 'No tags.'}\n`,
  );
};

/** Arguments are joined by spaces; standard input is taken as it is. */
const noteText = async (words: readonly string[]): Promise<string> => {
  const [only = '-', ...others] = words;
  if (only !== '-' || others.length > 0) return words.join(' ');
  if (process.stdin.isTTY === true) process.stderr.write('The note’s text, to the end of input (Ctrl+D):\n');
  return readAll(process.stdin);
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

/** `src/a.ts`, `src/a.ts:12` or `src/a.ts:12-20`. */
const sourceOf = (given: string): { file: string; lines?: { start: number; end: number } } => {
  const parts = /^(.+?):(\d+)(?:[-–](\d+))?$/.exec(given);
  const [, file, start, end] = parts ?? [];
  return file === undefined
    ? { file: given }
    : { file, lines: { start: Number(start), end: Number(end ?? start) } };
};

/** Throws E_USAGE on a name that is none of those known. */
export const oneOf = <T extends string>(option: string, known: readonly T[], given: string): T => {
  const found = known.find((name) => name === given);
  if (found === undefined)
    throw new PalaceError('E_USAGE', `${option}: there is no “${given}”. Known: ${known.join(', ')}.`);
  return found;
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
