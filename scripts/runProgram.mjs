import { spawn } from 'node:child_process';

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {string} [options.cwd]
 * @param {NodeJS.ProcessEnv} [options.env]
 * @param {'show' | 'keep' | 'both'} [options.output] what becomes of what it prints; kept, both streams are one text in the
 *   order they came
 * @param {number} [options.limitMinutes] after which it is ended, with all it has started
 * @returns {Promise<{code: number, output: string}>} `code` is 1 when a signal ended the program and when it could not be
 *   started; `output` (unless only shown) then says why
 */
export function runProgram(command, args, { cwd, env = process.env, output = 'show', limitMinutes } = {}) {
  return new Promise((resolve) => {
    const stream = output === 'show' ? 'inherit' : 'pipe';
    // A group of its own can be ended whole; one in ours gets Ctrl+C from the terminal without our doing.
    const detached = limitMinutes !== undefined && process.platform !== 'win32';
    const child = spawn(command, args, { cwd, env, detached, stdio: ['ignore', stream, stream] });

    const kept = [];
    const note = (text) => {
      kept.push(Buffer.from(text));
      if (output !== 'keep') process.stderr.write(text);
    };
    for (const [from, to] of [[child.stdout, process.stdout], [child.stderr, process.stderr]])
      from?.on('data', (chunk) => {
        kept.push(chunk);
        if (output === 'both') to.write(chunk);
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
      process.exit(130);
    };
    if (detached) process.once('SIGINT', endWithUs).once('SIGTERM', endWithUs);
    let lastResort;
    const limit = limitMinutes === undefined ? undefined : setTimeout(() => {
      note(`\n${command} ${args.join(' ')}: ended after ${limitMinutes} minutes\n`);
      end('SIGTERM'); // lets it end what it has started in other groups
      lastResort = setTimeout(end, 10_000, 'SIGKILL');
    }, limitMinutes * 60_000);

    const settle = (code) => {
      clearTimeout(limit);
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
 * Runs npm, the very one that started this script if one did.
 * @param {readonly string[]} args
 * @param {Parameters<typeof runProgram>[2]} [options]
 */
export function runNpm(args, options = {}) {
  const npm = process.env.npm_execpath;
  if (npm !== undefined && /npm-cli\.c?js$/.test(npm)) return runProgram(process.execPath, [npm, ...args], options);
  return process.platform === 'win32'
    ? runProgram(process.env.ComSpec ?? 'cmd.exe', ['/d', '/s', '/c', 'npm', ...args], options)
    : runProgram('npm', args, options);
}
