import { spawn } from 'node:child_process';
import { watchProgress } from './progressWatch.mjs';

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {'show' | 'keep' | 'both'} [options.output] what becomes of what it prints; kept, both streams are one
 *   text in the order in which they came
 * @param {number} [options.idleMinutes] if it makes no progress for this long, it hangs and is ended with
 *   everything that it has started
 * @returns {Promise<{code: number, output: string}>} `code` is 1 if a signal ended the program or if it could not
 *   be started; `output` then says why, and contains only that if the output is only shown
 */
export function runProgram(command, args, { cwd, env = process.env, output = 'show', idleMinutes } = {}) {
  return new Promise((resolve) => {
    const isWatched = idleMinutes !== undefined;
    // Shown output is read as well if it counts as progress.
    const isInherited = output === 'show' && !isWatched;
    const stream = isInherited ? 'inherit' : 'pipe';
    // A separate group can be ended completely; a process in ours gets the terminal's Ctrl+C without our help.
    const detached = isWatched && process.platform !== 'win32';
    const child = spawn(command, args, { cwd, env, detached, stdio: ['ignore', stream, stream] });

    const kept = [];
    const note = (text) => {
      kept.push(Buffer.from(text));
      if (output !== 'keep') process.stderr.write(text);
    };
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ])
      from?.on('data', (chunk) => {
        watch?.printed();
        if (output !== 'show') kept.push(chunk);
        if (output !== 'keep') to.write(chunk);
      });

    const end = (signal) => {
      try {
        if (detached) process.kill(-child.pid, signal);
        else child.kill(signal);
      } catch {
        // Gone already.
      }
    };
    const endWithUs = (signal) => {
      end(signal);
      // Not before the other programs that are running have been ended, too.
      setImmediate(() => process.exit(130));
    };
    if (detached) process.once('SIGINT', endWithUs).once('SIGTERM', endWithUs);
    let lastResort;
    const watch =
      isWatched && child.pid !== undefined
        ? watchProgress(child.pid, idleMinutes, () => {
            note(`\n${command} ${args.join(' ')}: ended, it made no progress for ${idleMinutes} minutes\n`);
            end('SIGTERM'); // lets it end what it has started in other groups
            lastResort = setTimeout(end, 30_000, 'SIGKILL');
          })
        : undefined;

    const settle = (code) => {
      watch?.stop();
      clearTimeout(lastResort);
      process.removeListener('SIGINT', endWithUs).removeListener('SIGTERM', endWithUs);
      resolve({ code, output: Buffer.concat(kept).toString('utf8') });
    };
    child.once('error', (error) => {
      note(`${command} could not be started: ${error.message}\n`);
      settle(1);
    });
    child.once('close', (code) => settle(code ?? 1));
  });
}

/**
 * Runs npm: the same one that started this script, if one did.
 * @param {readonly string[]} args
 * @param {Parameters<typeof runProgram>[2]} [options]
 */
export function runNpm(args, options = {}) {
  const npm = process.env.npm_execpath;
  if (npm !== undefined && /npm-cli\.c?js$/.test(npm))
    return runProgram(process.execPath, [npm, ...args], options);
  return process.platform === 'win32'
    ? runProgram(process.env.ComSpec ?? 'cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options)
    : runProgram('npm', args, options);
}
