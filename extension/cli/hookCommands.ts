import type { Command } from 'commander';
import { hookEventNames, type HookEvent } from '../agent/hooks/hookEvent.ts';
import type { GlobalOptions } from './terminal/cliContext.ts';
import { hookCommand, unknownHook } from './commands/hook.ts';
import { hookInstallCommand } from './commands/hookInstall.ts';

const does: Readonly<Record<HookEvent, string>> = {
  'session-start': 'maintenance, then what a session should begin with',
  'user-prompt-submit': 'what bears on a prompt, or nothing',
  'pre-compact': 'a compaction plan where one is due; /compact goes on, always',
  stop: 'files what the session’s transcript added; says nothing',
};

/** Adds what agents call and what registers it with them. `start` makes a command that takes the global options, `all` reads them. */
export const addHooks = (
  start: (nameAndArguments: string) => Command,
  all: <T extends GlobalOptions>(command: Command) => T,
): void => {
  const hook = start('hook')
    .description('for agents: answer the events of a session; “hook install” registers that')
    .argument('[event]')
    .addHelpText(
      'after',
      '\nEach reads the event as JSON on stdin, answers in Claude Code’s form within 4 s and exits with 0 whatever happens.\n\nExamples:\n  synapse-palace hook install --dry-run\n  synapse-palace hook session-start < /dev/null',
    )
    .allowUnknownOption()
    .allowExcessArguments()
    .action((event: string | undefined, _: unknown, command: Command) => unknownHook(event, command));
  for (const event of hookEventNames) {
    hook
      .command(event)
      .description(does[event])
      // Whatever an agent adds must not become wrong usage, which would block it.
      .allowUnknownOption()
      .allowExcessArguments()
      .option('--palace <dir>', 'in place of the palace of the session’s workspace')
      .action((_: unknown, command: Command) => hookCommand(event, all(command)));
  }
  hook
    .command('install')
    .description('register the hooks with Claude Code: shows the change, asks, keeps a backup')
    .option('--project', 'for you in this workspace (.claude/settings.local.json); the default')
    .option('--user', 'for you in every workspace (~/.claude/settings.json)')
    .option('--claude <file>', 'in this settings file')
    .option('--with-recall', 'with user-prompt-submit: each prompt is given what bears on it')
    .option('--remove', 'take the palace’s hooks out again')
    .option('--dry-run', 'show the change, and write nothing')
    .option('--yes', 'write it without asking')
    .option('--json', 'one JSON document on stdout')
    .option('--quiet', 'no summary')
    .option('--palace <dir>', 'a palace for all sessions, in place of that of their workspace')
    .addHelpText(
      'after',
      '\nOther hooks and settings stay as they are. Whoever installs them agrees that sessions are filed as conversations.\n\nExamples:\n  synapse-palace hook install\n  synapse-palace hook install --user --with-recall --yes\n  synapse-palace hook install --remove',
    )
    .action((_: unknown, command: Command) => hookInstallCommand(all(command)));
};
