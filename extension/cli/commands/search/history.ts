import { commitSubject } from '../../../palace/model/text/commitSubject.ts';
import path from 'node:path';
import type { Command } from 'commander';
import { bestLine } from '../../../base/text/bestLine.ts';
import { plural } from '../../../base/text/plural.ts';
import { printable, printableName } from '../../../base/text/printable.ts';
import type { FileEventView, FileHistoryView } from '../../../palace/contract/historySchemas.ts';
import { withExistingPalace } from '../../connection/existingPalace.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { named } from '../../options/named.ts';
import { addRevealOption, unlessRevealed, type RevealOption } from '../../options/revealOption.ts';
import { wholeNumber } from '../../options/wholeNumber.ts';
import { drawerPlace } from '../../output/drawerPlace.ts';
import { printAnswer } from '../../terminal/print.ts';
import { clip, terminalOf, type Terminal } from '../../terminal/terminal.ts';

interface HistoryOptions extends GlobalOptions, RevealOption {
  readonly limit?: number;
}

/** `history`: lists what the palace knows about a file over time. */
export const register = (program: Command): void => {
  addRevealOption(
    addCommand(program, 'history <file>').description(
      'what is known about a file over time: commits, notes, conversations, mined drawers',
    ),
  )
    .option('--limit <n>', 'how many, the newest first', wholeNumber(1, 1000))
    .addHelpText('after', '\nExample:\n  synapse-palace history src/gateway/retry.ts')
    .action((file: string, _: unknown, command: Command) => history(file, optionsOf(command)));
};

const history = async (file: string, options: HistoryOptions): Promise<void> => {
  const found = await withExistingPalace(options, (api) =>
    api.fileHistory({
      path: path.resolve(named('the file', file)),
      ...(options.limit === undefined ? {} : { limit: options.limit }),
    }),
  );
  const answer: FileHistoryView = {
    ...found,
    events: found.events.map((event) => ({ ...event, drawer: unlessRevealed(options, event.drawer) })),
  };
  printAnswer(options, answer, () => historyLines(answer, terminalOf(process.stdout)).join('\n'));
};

const historyLines = ({ names, events, total }: FileHistoryView, terminal: Terminal): readonly string[] => {
  const [now, ...before] = names.map(({ path: name, until }) =>
    until === null ? printableName(name) : `until ${until.slice(0, 10)} ${printableName(name)}`,
  );
  const rest = total - events.length;
  return [
    terminal.style('bold', [now ?? '', ...before].join(', ')),
    ...(events.length === 0
      ? ['Nothing in this palace is about it.']
      : events.map((event) => line(event, terminal))),
    ...(rest > 0 ? [terminal.style('dim', `${plural(rest, 'older one')} left out: --limit ${total}`)] : []),
  ];
};

const line = ({ drawer, drawers }: FileEventView, terminal: Terminal): string => {
  const who = drawer.properties['author'] ?? drawer.filed_by ?? drawer.speaker;
  const what =
    drawer.type === 'file'
      ? `filed ${drawers === 1 ? drawerPlace(drawer) : plural(drawers, 'drawer')}`
      : drawer.type === 'git_commit'
        ? commitSubject(drawer.text)
        : bestLine(drawer.text, []);
  const marks = [drawer.type, who, drawer.archived ? 'archived' : null].filter((mark) => typeof mark === 'string');
  const head = `${drawer.filed_at.slice(0, 10)}  `;
  const tail = `  ${printableName(`${marks.join(' · ')} · ${drawer.drawer_id}`)}`;
  return `${head}${clip(printable(what), Math.max(40, terminal.columns - head.length - tail.length))}${terminal.style('dim', tail)}`;
};
