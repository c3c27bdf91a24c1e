import type { Command } from 'commander';
import { hookEventNames, type HookEvent } from '../../agent/hooks/hookEvent.ts';
import { preCompact } from '../../agent/hooks/preCompact.ts';
import { hookLimits, runHook, type Hook } from '../../agent/hooks/runHook.ts';
import { sessionStart } from '../../agent/hooks/sessionStart.ts';
import { stop } from '../../agent/hooks/stop.ts';
import { userPromptSubmit } from '../../agent/hooks/userPromptSubmit.ts';
import { openPalaceAt, palacePlace, type GlobalOptions } from '../cliContext.ts';

const hooks: Readonly<Record<HookEvent, Hook>> = { 'session-start': sessionStart, 'user-prompt-submit': userPromptSubmit, 'pre-compact': preCompact, stop };

/** Says which hooks there are. Exit code 1 where another was asked for: 2 would block the agent. */
export const unknownHook = (event: string | undefined, command: Command): void => {
  if (event === undefined) return command.outputHelp();
  process.stderr.write(`There is no hook “${event}”. Known: ${hookEventNames.join(', ')}, install.\n`);
  process.exitCode = 1;
};

/** Answers one event of an agent's session; ends the process itself, with exit code 0. */
export const hookCommand = async (event: HookEvent, options: GlobalOptions): Promise<void> => {
  await runHook(hooks[event], {
    stdin: process.stdin, env: process.env, folder: process.cwd(),
    place: (folder) => palacePlace(options, folder), open: (place) => openPalaceAt(place),
    answer: ({ stdout, warning }) => {
      if (warning !== null) process.stderr.write(`${warning}\n`);
      if (stdout !== '') process.stdout.write(stdout);
    },
    exit: () => process.exit(0), elapsed: () => performance.now(),
  }, limits(process.env['SYNAPSE_PALACE_HOOK_SECONDS']));
};

/** A palace or a machine that needs longer may be given it, where the agent is told to wait for it, too. */
const limits = (seconds: string | undefined): { readonly work: number; readonly process: number } => {
  const asked = Number(seconds ?? '') * 1000;
  return asked > 0 && Number.isFinite(asked) ? { work: asked * (hookLimits.work / hookLimits.process), process: asked } : hookLimits;
};
