import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { HookEvent } from '../../agent/hooks/hookEvent.ts';
import { hookCommandLine } from '../../agent/hooks/install/hookCommandLine.ts';
import { withHooks } from '../../agent/hooks/install/hookSettings.ts';
import { readSettings, writeSettings } from '../../agent/hooks/install/settingsFile.ts';
import { textDiff } from '../../agent/hooks/install/textDiff.ts';
import { PalaceError } from '../../palace/model/palaceError.ts';
import { cliFile, palaceLocation, type GlobalOptions } from '../terminal/cliContext.ts';
import { printable } from '../terminal/terminal.ts';

export interface HookInstallOptions extends GlobalOptions {
  readonly claude?: string;
  readonly project?: boolean;
  readonly user?: boolean;
  readonly withRecall?: boolean;
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly yes?: boolean;
}

/** Shows what would change in Claude Code's settings, asks, and writes it. */
export const hookInstallCommand = async (options: HookInstallOptions): Promise<void> => {
  const file = settingsPath(options);
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
  if (shows && diff !== '') process.stdout.write(`${printable(`--- ${file}\n+++ ${file}\n${diff}`)}\n\n`);
  const isWritten = diff !== '' && options.dryRun !== true && (await isAgreed(options));
  const backup = isWritten ? await writeSettings(file, before, after, new Date()) : null;
  if (!shows)
    process.stdout.write(
      `${JSON.stringify({ file, changed: diff !== '', written: isWritten, backup, events: [...events], diff })}\n`,
    );
  else if (options.quiet !== true) process.stdout.write(`${outcome(options, diff !== '', isWritten, backup)}\n`);
};

const outcome = (
  { remove, dryRun }: HookInstallOptions,
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

const settingsPath = (options: HookInstallOptions): string => {
  if ([options.claude !== undefined, options.project === true, options.user === true].filter(Boolean).length > 1)
    throw new PalaceError('E_USAGE', 'hook install: --claude, --project and --user exclude each other.');
  if (options.claude !== undefined) return path.resolve(options.claude);
  if (options.user === true)
    return path.join(process.env['CLAUDE_CONFIG_DIR'] ?? path.join(homedir(), '.claude'), 'settings.json');
  return path.join(palaceLocation(options, '.').workspace, '.claude', 'settings.local.json');
};

const isAgreed = async ({ yes, json }: HookInstallOptions): Promise<boolean> => {
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
