import { spawn } from 'node:child_process';
import type { Command } from 'commander';
import type { HookAnswer } from '../../../agent/hooks/hookAnswer.ts';
import { hookAgentNames, hookAgents } from '../../../agent/hooks/hookAgents.ts';
import { hookEventNames, type HookEvent } from '../../../agent/hooks/hookEvent.ts';
import { preCompact } from '../../../agent/hooks/preCompact.ts';
import { hookLimits, runHook, type Hook } from '../../../agent/hooks/runHook.ts';
import { sessionStart } from '../../../agent/hooks/sessionStart.ts';
import { stop } from '../../../agent/hooks/stop.ts';
import { superviseHook } from '../../../agent/hooks/superviseHook.ts';
import { userPromptSubmit } from '../../../agent/hooks/userPromptSubmit.ts';
import { cliFile, openPalaceAt } from '../../connection/openPalace.ts';
import { palaceLocationOfSession } from '../../connection/palaceLocation.ts';
import { addCommand, optionsOf, type GlobalOptions } from '../../options/globalOptions.ts';
import { registerInstall } from './hookInstall.ts';
import { say, warn } from '../../terminal/output.ts';

const does: Readonly<Record<HookEvent, string>> = {
  'session-start': 'maintenance, then what a session should begin with',
  'user-prompt-submit': 'drawers related to a prompt, or nothing',
  'pre-compact': 'a compaction plan if one is due; /compact always continues',
  stop: 'files what the session’s transcript added; says nothing',
};

/** `hook <event>`: answers an agent's event. `hook install`: makes agents call it. */
export const register = (program: Command): void => {
  const hook = addCommand(program, 'hook')
    .description('for agents: answer the events of a session; “hook install” registers that')
    .argument('[event]')
    .addHelpText(
      'after',
      '\nEach reads the event as JSON on stdin, answers in the agent’s form within 4 s and exits with 0 whatever happens.\n\nExamples:\n  synapse-palace hook install --dry-run\n  synapse-palace hook session-start < /dev/null',
    )
    .allowUnknownOption()
    .allowExcessArguments()
    .action((event: string | undefined, _: unknown, command: Command) => unknownHook(event, command));
  for (const event of hookEventNames)
    hook
      .command(event)
      .description(does[event])
      // Arguments that an agent adds must not count as wrong usage: its exit code would block the agent.
      .allowUnknownOption()
      .allowExcessArguments()
      .option('--palace <dir>', 'in place of the palace of the session’s workspace')
      .option('--agent <name>', `whose event it is: ${hookAgentNames.join(', ')} (default: claude)`)
      .action((_: unknown, command: Command) => answerEvent(event, optionsOf(command)));
  registerInstall(hook);
};

const hooks: Readonly<Record<HookEvent, Hook>> = {
  'session-start': sessionStart,
  'user-prompt-submit': userPromptSubmit,
  'pre-compact': preCompact,
  stop,
};

/** Reports an unknown hook and lists the known ones. The exit code is 1, because 2 would block the agent. */
const unknownHook = (event: string | undefined, command: Command): void => {
  if (event === undefined) return command.outputHelp();
  warn(`There is no hook “${event}”. Known: ${hookEventNames.join(', ')}, install.\n`);
  process.exitCode = 1;
};

interface EventOptions extends GlobalOptions {
  readonly agent?: string;
}

/** Environment variable that marks the worker process. */
const workerMark = 'SYNAPSE_PALACE_HOOK_WORKER';

/** Answers one event of an agent's session, then ends the process with exit code 0. */
const answerEvent = async (event: HookEvent, options: EventOptions): Promise<void> => {
  // An unknown agent is answered as Claude Code: wrong usage would end its session.
  const agent = hookAgents[hookAgentNames.find((name) => name === options.agent) ?? 'claude'];
  const isWorker = process.env[workerMark] !== undefined;
  const answer = ({ stdout, warning }: HookAnswer): void => {
    if (warning !== null) warn(`${warning}\n`);
    const printed = isWorker ? stdout : agent.printed(event, stdout);
    if (printed !== '') say(printed);
  };
  const [exit, elapsed] = [() => process.exit(0), () => performance.now()];
  const limit = limits(process.env['SYNAPSE_PALACE_HOOK_SECONDS']);
  if (!isWorker) {
    const start = () =>
      spawn(process.execPath, [cliFile, ...process.argv.slice(2)], {
        env: { ...process.env, [workerMark]: '1' },
        stdio: ['inherit', 'pipe', 'pipe'],
        windowsHide: true,
      });
    superviseHook(event, { start, limit: limit.process, elapsed, answer, exit });
    return;
  }
  await runHook(
    hooks[event],
    {
      agent,
      stdin: process.stdin,
      env: process.env,
      folder: process.cwd(),
      place: (folder) => palaceLocationOfSession(options, folder),
      open: (place) => openPalaceAt(place, { agent: true }),
      answer,
      exit,
      elapsed,
    },
    limit,
  );
};

/** The time limits. SYNAPSE_PALACE_HOOK_SECONDS sets them for a slow machine or palace; raise the agent's timeout with it. */
const limits = (seconds: string | undefined): { readonly work: number; readonly process: number } => {
  const asked = Number(seconds ?? '') * 1000;
  return asked > 0 && Number.isFinite(asked)
    ? { work: asked * (hookLimits.work / hookLimits.process), process: asked }
    : hookLimits;
};
