import { hookEventNames } from '../../agent/hooks/hookEvent.ts';
import { preCompact } from '../../agent/hooks/preCompact.ts';
import { runHook, type Hook } from '../../agent/hooks/runHook.ts';
import { sessionStart } from '../../agent/hooks/sessionStart.ts';
import { stop } from '../../agent/hooks/stop.ts';
import { userPromptSubmit } from '../../agent/hooks/userPromptSubmit.ts';
import { openPalaceAt, palacePlace, type GlobalOptions } from '../cliContext.ts';

const hooks: readonly Hook[] = [sessionStart, userPromptSubmit, preCompact, stop];

/** Answers one event of an agent's session; ends the process itself, with exit code 0. An unknown event gives 1: 2 would block. */
export const hookCommand = async (event: string, options: GlobalOptions): Promise<void> => {
  const hook = hooks.find((each) => each.event === event);
  if (hook === undefined) {
    process.stderr.write(`There is no hook “${event}”. Known: ${hookEventNames.join(', ')}.\n`);
    process.exitCode = 1;
    return;
  }
  // Whoever reads the answer may be gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  await runHook(hook, {
    stdin: process.stdin, env: process.env, folder: process.cwd(),
    place: (folder) => palacePlace(options, folder), open: (place) => openPalaceAt(place),
    answer: ({ stdout, warning }) => {
      if (warning !== null) process.stderr.write(`${warning}\n`);
      if (stdout !== '') process.stdout.write(stdout);
    },
    exit: () => process.exit(0), elapsed: () => performance.now(),
  });
};
