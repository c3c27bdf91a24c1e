import { spawn } from 'node:child_process';
import { createServer, type Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { expect, it } from 'vitest';

const runner = pathToFileURL(path.resolve('scripts/running/runProgram.mjs')).href;

it.skipIf(process.platform === 'win32')(
  'Ctrl+C ends every program that is being watched, not the first alone',
  async () => {
    const running = new Set<Socket>();
    const server = createServer((socket) => {
      running.add(socket.on('close', () => running.delete(socket)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const program = `require('node:net').connect(${port}, '127.0.0.1')`;
    const run = `runProgram(process.execPath, ['-e', ${JSON.stringify(program)}], { idleMinutes: 1 })`;
    const script = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { runProgram } from '${runner}'; await Promise.all([${run}, ${run}]);`,
      ],
      { stdio: 'ignore' },
    );
    const ended = new Promise((resolve) => script.once('exit', resolve));
    try {
      await expect.poll(() => running.size, { interval: 10 }).toBe(2);
      script.kill('SIGINT');
      expect(await ended).toBe(130);
      await expect.poll(() => running.size, { interval: 10 }).toBe(0);
    } finally {
      for (const socket of running) socket.destroy();
      server.close();
    }
  },
);
