import path from 'node:path';
import { Option, type Command } from 'commander';
import { hookAgentNames, hookAgents, type HookAgentName } from '../../../agent/hooks/hookAgents.ts';
import type { HookEvent } from '../../../agent/hooks/hookEvent.ts';
import { hookCommandLine } from '../../../agent/hooks/install/hookCommandLine.ts';
import { withHooks } from '../../../agent/hooks/install/hookSettings.ts';
import { removedHooks, type RemovedHooks } from '../../../agent/hooks/install/removedHooks.ts';
import {
  behindLinks,
  readSettings,
  removeIfEmpty,
  restoreSettings,
  settingsBackups,
  writeSettings,
} from '../../../agent/hooks/install/settingsFile.ts';
import { textDiff } from '../../../agent/hooks/install/textDiff.ts';
import { PalaceError } from '../../../palace/model/errors/palaceError.ts';
import { cliFile } from '../../connection/openPalace.ts';
import { palaceLocation } from '../../connection/palaceLocation.ts';
import { optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { named } from '../../options/named.ts';
import { homeFolder } from '../../../base/files/homeFolder.ts';
import { printable } from '../../../base/text/printable.ts';
import { say, sayDocument } from '../../terminal/output.ts';
import { typedLine } from '../../terminal/typedLine.ts';

interface InstallOptions extends GlobalOptions {
  readonly agent?: HookAgentName;
  readonly claude?: string;
  readonly file?: string;
  readonly project?: boolean;
  readonly user?: boolean;
  readonly withRecall?: boolean;
  readonly dryRun?: boolean;
  readonly remove?: boolean;
  readonly yes?: boolean;
}

/** `hook install`: shows the change to an agent's settings, asks, and writes it. */
export const registerInstall = (hook: Command): void => {
  hook
    .command('install')
    .description('register the hooks with an agent: shows the change, asks, keeps a backup')
    .addOption(
      new Option('--agent <name>', 'Claude Code, Codex or Cursor').choices(hookAgentNames).default('claude'),
    )
    .option('--project', 'in this workspace (.claude/settings.local.json, .codex/hooks.json, .cursor/hooks.json)')
    .option('--user', 'in every workspace (the same below your home folder)')
    .option('--file <file>', 'in this settings file')
    .addOption(new Option('--claude <file>', 'in this settings file of Claude Code').hideHelp())
    .option('--with-recall', 'with user-prompt-submit: each prompt gets related drawers')
    .option('--remove', 'remove the palace’s hooks, and put back what was there before')
    .option('--dry-run', 'show the change, and write nothing')
    .option('--yes', 'write it without asking')
    .option('--json', 'one JSON document on stdout')
    .option('--quiet', 'no summary')
    .option('--palace <dir>', 'one palace for all sessions, instead of their workspace’s')
    .addHelpText(
      'after',
      '\nOther hooks and settings stay as they are. By installing them you agree that sessions are filed as conversations.\n\nExamples:\n  synapse-palace hook install\n  synapse-palace hook install --user --with-recall --yes\n  synapse-palace hook install --agent codex\n  synapse-palace hook install --remove',
    )
    .action((_: unknown, command: Command) => install(optionsOf(command)));
};

const install = async (options: InstallOptions): Promise<void> => {
  const agent = options.agent ?? 'claude';
  const { events: known, title } = hookAgents[agent];
  if (options.withRecall === true && known['user-prompt-submit'] === undefined)
    throw new PalaceError('E_USAGE', `hook install: in ${title}, hooks can’t add to a prompt.`, {
      remedy: 'Leave --with-recall out.',
    });
  const file = settingsPath(options);
  // A link stays a link: its target is written.
  const target = await behindLinks(file);
  const before = await readSettings(file);
  const events = eventsOf(options);
  const program = {
    agent,
    node: process.execPath,
    cli: cliFile,
    palace: options.palace === undefined ? null : path.resolve(named('--palace', options.palace)),
    platform: process.platform,
  };
  const withEvents = (text: string, wanted: readonly HookEvent[]): string =>
    withHooks(text, wanted, (event) => hookCommandLine(event, program), file, agent);
  const after =
    options.remove === true
      ? removedHooks(before, await settingsBackups(file), withEvents)
      : { text: withEvents(before, events), isAsBefore: false, useless: [] };
  const diff = textDiff(before, after.text ?? '');
  const isChange = after.text !== before;
  const shows = options.json !== true;
  const name = after.text === null ? '/dev/null' : `${target}${target === file ? '' : ' (the link’s target)'}`;
  if (shows && isChange) say(`${printable(`--- ${file}\n+++ ${name}\n${diff}`)}\n\n`);
  const isWritten = isChange && options.dryRun !== true && (await isAgreed(options));
  const backup = isWritten ? await written(file, before, after, projectSettings(options)) : null;
  if (!shows)
    sayDocument({
      agent,
      file,
      target,
      changed: isChange,
      written: isWritten,
      deleted: isWritten && after.text === null,
      backup,
      events: [...events],
      diff,
    });
  else if (options.quiet !== true)
    say(`${isChange && isWritten ? outcome(options, after, backup) : nothingWritten(options, isChange)}\n`);
};

const eventsOf = ({ agent = 'claude', remove, withRecall }: InstallOptions): readonly HookEvent[] =>
  remove === true
    ? []
    : [
        'session-start',
        ...(withRecall === true ? ['user-prompt-submit' as const] : []),
        'pre-compact',
        ...(hookAgents[agent].transcripts === null ? [] : ['stop' as const]),
      ];

/** Writes the change to a settings file; returns the backup's path, null if there is none. `ofProject`: the workspace's settings. */
const written = async (
  file: string,
  before: string,
  { text, isAsBefore, useless }: RemovedHooks,
  ofProject: string,
): Promise<string | null> => {
  if (!isAsBefore && text !== null) return writeSettings(file, before, text, new Date());
  await restoreSettings(file, before, text, useless);
  // Installing makes the agent's folder in a workspace that has none.
  if (text === null && file === ofProject) await removeIfEmpty(path.dirname(file));
  return null;
};

const nothingWritten = ({ remove, dryRun }: InstallOptions, isChange: boolean): string => {
  if (isChange) return dryRun === true ? 'Nothing was written (--dry-run).' : 'Nothing was written.';
  return remove === true
    ? 'None of the palace’s hooks is installed: nothing to change.'
    : 'The hooks are already installed: nothing to change.';
};

const outcome = (
  { agent = 'claude', remove }: InstallOptions,
  { text, isAsBefore }: RemovedHooks,
  backup: string | null,
): string => {
  const kept = backup === null ? '' : ` A copy of the old settings: ${backup}`;
  if (text === null) return 'Deleted, as it held nothing but the palace’s hooks.';
  const restored = isAsBefore ? 'Written: the file is as it was before them.' : 'Written.';
  if (remove === true) return `${restored} New sessions run without the palace’s hooks.${kept}`;
  const filed =
    hookAgents[agent].transcripts === null
      ? '. They are not filed, because its transcripts can’t be read'
      : ', and are filed in it as conversations';
  return `Written. New sessions start with what the palace knows${filed}.${toDo[agent]}${kept}`;
};

/** What the person still has to do for an agent. */
const toDo: Readonly<Record<HookAgentName, string>> = {
  claude: '',
  codex:
    ' Codex runs a hook once you have trusted it (/hooks); before version 0.124 it wants “codex_hooks = true” under [features] in its config.toml.',
  cursor: '',
};

/** An agent's settings below a workspace and below the home folder. A workspace's file of Codex and Cursor is usually shared. */
const places: Readonly<
  Record<HookAgentName, { readonly project: string; readonly home: () => string; readonly isShared: boolean }>
> = {
  claude: {
    project: '.claude/settings.local.json',
    home: () => path.join(process.env['CLAUDE_CONFIG_DIR'] || path.join(homeFolder(), '.claude'), 'settings.json'),
    isShared: false,
  },
  codex: {
    project: '.codex/hooks.json',
    home: () => path.join(process.env['CODEX_HOME'] || path.join(homeFolder(), '.codex'), 'hooks.json'),
    isShared: true,
  },
  cursor: {
    project: '.cursor/hooks.json',
    home: () => path.join(homeFolder(), '.cursor', 'hooks.json'),
    isShared: true,
  },
};

const projectSettings = (options: InstallOptions): string =>
  path.join(palaceLocation(options, '.').workspace, places[options.agent ?? 'claude'].project);

const settingsPath = (options: InstallOptions): string => {
  const { agent = 'claude', claude, file, project, user } = options;
  const { home, isShared } = places[agent];
  const given = [claude !== undefined, file !== undefined, project === true, user === true];
  if (given.filter(Boolean).length > 1)
    throw new PalaceError('E_USAGE', 'hook install: --file, --project and --user exclude each other.');
  if (claude !== undefined && agent !== 'claude')
    throw new PalaceError('E_USAGE', 'hook install: --claude names a file of Claude Code.', {
      remedy: 'Use --file.',
    });
  const chosen = file ?? claude;
  if (chosen !== undefined) return path.resolve(named('--file', chosen));
  // The line contains paths of this machine, which are wrong elsewhere.
  if (user === true || (isShared && project !== true)) return home();
  return projectSettings(options);
};

const isAgreed = async ({ yes, json }: InstallOptions): Promise<boolean> => {
  if (yes === true) return true;
  if (json === true || !process.stdin.isTTY || !process.stdout.isTTY)
    throw new PalaceError(
      'E_USAGE',
      'hook install: nothing was written, because there is no terminal to ask on.',
      {
        remedy: 'Add --yes to write it, or --dry-run to only see it.',
      },
    );
  const answer = await typedLine({ input: process.stdin, output: process.stdout }, 'Write this? [y/N] ');
  return /^(y|yes)$/i.test(answer.trim());
};
