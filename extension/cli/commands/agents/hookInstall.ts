import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { HookEvent } from '../../../agent/hooks/hookEvent.ts';
import { hookCommandLine } from '../../../agent/hooks/install/hookCommandLine.ts';
import { withHooks } from '../../../agent/hooks/install/hookSettings.ts';
import { readSettings, writeSettings } from '../../../agent/hooks/install/settingsFile.ts';
import { textDiff } from '../../../agent/hooks/install/textDiff.ts';
import { PalaceError } from '../../../palace/model/palaceError.ts';
import { cliFile } from '../../connection/openPalace.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { printable } from '../../../base/printable.ts';
import { say, sayDocument } from '../../terminal/output.ts';

interface InstallOptions extends GlobalOptions {
  readonly claude?: string;
  readonly project?: boolean;
  readonly user?: boolean;
  readonly withRecall?: boolean;
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly yes?: boolean;
}

/** `hook install`: shows the change to Claude Code's settings, asks, and writes it. */
export const registerInstall = (hook: Command): void => {
  hook
    .command('install')
    .description('register the hooks with Claude Code: shows the change, asks, keeps a backup')
    .option('--project', 'for you in this workspace (.claude/settings.local.json); the default')
    .option('--user', 'for you in every workspace (~/.claude/settings.json)')
    .option('--claude <file>', 'in this settings file')
    .option('--with-recall', 'with user-prompt-submit: each prompt gets related drawers')
    .option('--remove', 'remove the palace’s hooks')
    .option('--dry-run', 'show the change, and write nothing')
    .option('--yes', 'write it without asking')
    .option('--json', 'one JSON document on stdout')
    .option('--quiet', 'no summary')
    .option('--palace <dir>', 'a palace for all sessions, in place of that of their workspace')
    .addHelpText(
      'after',
      '\nOther hooks and settings stay as they are. Whoever installs them agrees that sessions are filed as conversations.\n\nExamples:\n  synapse-palace hook install\n  synapse-palace hook install --user --with-recall --yes\n  synapse-palace hook install --remove',
    )
    .action((_: unknown, command: Command) => install(optionsOf(command)));
};

const install = async (options: InstallOptions): Promise<void> => {
  const file = settingsPath(options);
  // A link stays one: what is written is the file behind it.
  const target = await realpath(file).catch(() => file);
  const before = await readSettings(file);
  const events: readonly HookEvent[] =
    options.remove === true
      ? []
      : [
          'session-start',
          ...(options.withRecall === true ? ['user-prompt-submit' as const] : []),
          'pre-compact',
          'stop',
        ];
  const program = {
    node: process.execPath,
    cli: cliFile,
    palace: options.palace === undefined ? null : path.resolve(options.palace),
    platform: process.platform,
  };
  const after = withHooks(before, events, (event) => hookCommandLine(event, program), file);
  const diff = textDiff(before, after);
  const shows = options.json !== true;
  if (shows && diff !== '')
    say(`${printable(`--- ${file}\n+++ ${target}${target === file ? '' : ' (behind the link)'}\n${diff}`)}\n\n`);
  const isWritten = diff !== '' && options.dryRun !== true && (await isAgreed(options));
  const backup = isWritten ? await writeSettings(file, before, after, new Date()) : null;
  if (!shows)
    sayDocument({ file, target, changed: diff !== '', written: isWritten, backup, events: [...events], diff });
  else if (options.quiet !== true) say(`${outcome(options, diff !== '', isWritten, backup)}\n`);
};

const outcome = (
  { remove, dryRun }: InstallOptions,
  isChange: boolean,
  isWritten: boolean,
  backup: string | null,
): string => {
  if (!isChange)
    return remove === true
      ? 'None of the palace’s hooks is there: nothing to change.'
      : 'The hooks are there already: nothing to change.';
  if (!isWritten) return dryRun === true ? 'Nothing was written (--dry-run).' : 'Nothing was written.';
  const kept = backup === null ? '' : ` The settings as they were: ${backup}`;
  return remove === true
    ? `Written. Sessions that start from now on run without the palace’s hooks.${kept}`
    : `Written. Sessions that start from now on begin with what the palace holds, and what is said in them is filed in it as conversations.${kept}`;
};

const settingsPath = (options: InstallOptions): string => {
  if ([options.claude !== undefined, options.project === true, options.user === true].filter(Boolean).length > 1)
    throw new PalaceError('E_USAGE', 'hook install: --claude, --project and --user exclude each other.');
  if (options.claude !== undefined) return path.resolve(options.claude);
  if (options.user === true)
    return path.join(process.env['CLAUDE_CONFIG_DIR'] ?? path.join(homedir(), '.claude'), 'settings.json');
  return path.join(palaceLocation(options, '.').workspace, '.claude', 'settings.local.json');
};

const isAgreed = async ({ yes, json }: InstallOptions): Promise<boolean> => {
  if (yes === true) return true;
  if (json === true || !process.stdin.isTTY || !process.stdout.isTTY)
    throw new PalaceError('E_USAGE', 'hook install: nothing was written, for nobody can be asked here.', {
      remedy: 'Add --yes to write it, or --dry-run to see it only.',
    });
  const dialog = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(y|yes)$/i.test((await dialog.question('Write this? [y/N] ')).trim());
  } finally {
    dialog.close();
  }
};
