import '../base/interpretedSchemas.ts';
import { Command } from 'commander';
import { hookEventNames } from '../agent/hooks/hookEvent.ts';
import { printable } from '../base/text/printable.ts';
import { diskFull, isErrno, reasonOf } from '../base/files/errno.ts';
import { PalaceError, withRemedy } from '../palace/model/errors/palaceError.ts';
import { programVersion } from '../service/wire/programVersion.ts';
import { withOwnWords } from './options/optionValues.ts';
import { registerCommands } from './registerCommands.ts';
import { warn } from './terminal/output.ts';
import { interrupted } from './terminal/progress.ts';

/** What the user of an excluded word that was read as an option does. */
const excludedWord = (text: string, args: readonly string[]): string =>
  /^error: unknown option '-[^-'][^']/u.test(text) && args.some((word) => word === 'search' || word === 'why-not')
    ? 'If it is a word to exclude, put the whole query in quotes, or -- before it.\n'
    : '';

const newProgram = (args: readonly string[]): Command =>
  new Command('synapse-palace')
    .description(
      'A memory for your workspace that you can inspect: local, verbatim, searched by words and meaning, with every ranking explained.',
    )
    .option(
      '--palace <dir>',
      'the palace’s folder (default: $SYNAPSE_PALACE_HOME, else that of the workspace around the current folder)',
    )
    .option('--json', 'one JSON document on stdout')
    .option('--quiet', 'no progress, no summary')
    .version(programVersion, '--version')
    .configureOutput({
      outputError: (text, write) => write(printable(`${text.replace(/^error: /, '')}${excludedWord(text, args)}`)),
    })
    .exitOverride()
    .showHelpAfterError('(--help shows the options)');

/** Runs one command to its end. Its errors are printed; the process's exit code is set. */
export const runCommandLine = async (args: readonly string[]): Promise<void> => {
  // A reader such as “| head” may close the pipe early, which is no error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: Error) => {
      if (!isErrno(error, 'EPIPE')) failToWrite(error);
    });
  }
  process.once('beforeExit', endWithoutAnswer);
  try {
    const program = newProgram(args);
    await registerCommands(program, args);
    await program.parseAsync(meantArguments(program, args), { from: 'user' });
  } catch (thrown) {
    fail(thrown, isHook(args) ? 0 : 2);
  } finally {
    process.off('beforeExit', endWithoutAnswer);
  }
};

/** The arguments as they were meant. */
const meantArguments = (program: Command, args: readonly string[]): readonly string[] => {
  const [name = '', asked] = program.parseOptions([...args]).operands;
  const command = program.commands.find((one) => one.name() === name);
  // Commander would show the help of all, as if the word were not there; as a command, it is named.
  if (name === 'help' && asked !== undefined && !program.commands.some((one) => one.name() === asked))
    return [asked];
  const at = args.indexOf(name) + 1;
  return command === undefined ? args : [...args.slice(0, at), ...withOwnWords(args.slice(at), command)];
};

/** Whether an agent runs one of its hooks: an exit code of 2 would block the agent, for instance where a value is missing. */
const isHook = (args: readonly string[]): boolean =>
  args.some((word, at) => word === 'hook' && hookEventNames.some((event) => event === args[at + 1]));

/** Node ends with code 0 when nothing is left that a command could wait for, whether or not it has its answer. */
const endWithoutAnswer = (): void => fail(new PalaceError('E_INTERNAL', 'The command ended with no answer.'));

let couldWrite = true;

/** A full disk, for instance. The command goes on to its end, so that the palace is closed. Each later write fails as well. */
const failToWrite = (error: Error): void => {
  process.exitCode = 1;
  if (!couldWrite) return;
  couldWrite = false;
  fail(
    new PalaceError(
      isErrno(error, ...diskFull) ? 'E_DISK_FULL' : 'E_DISK_ERROR',
      `The output can’t be written: ${reasonOf(error)}.`,
      { cause: error, remedy: 'Send it to another place; what the command changed in the palace is safe.' },
    ),
  );
};

const exitCodeOf = ({ code }: PalaceError): number => {
  // Only Ctrl+C cancels what a command does.
  if (code === 'E_CANCELLED') return interrupted;
  return code === 'E_USAGE' || code.startsWith('E_QUERY_') || code.startsWith('E_PROFILE_') ? 2 : 1;
};

const fail = (thrown: unknown, wrongUsage: 0 | 2 = 2): void => {
  // Commander's own exit: it has already shown the help (0) or the usage error.
  if (
    thrown instanceof Error &&
    'exitCode' in thrown &&
    'code' in thrown &&
    String(thrown.code).startsWith('commander.')
  ) {
    process.exitCode = thrown.exitCode === 0 ? 0 : wrongUsage;
  } else {
    const error = PalaceError.from(thrown);
    warn(`${withRemedy(error)} (${error.code})\n`);
    process.exitCode = exitCodeOf(error);
  }
};
