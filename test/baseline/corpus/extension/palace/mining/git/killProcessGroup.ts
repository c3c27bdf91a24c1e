import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** Kills a child that was started as the leader of a group (on Windows: with all its descendants), at once. */
export const killProcessGroup = (child: ChildProcess, platform: NodeJS.Platform = process.platform): void => {
  const { pid } = child;
  // Never started, or gone and waited for: its number may be another's by now.
  if (pid === undefined || ((child.exitCode !== null || child.signalCode !== null) && platform === 'win32')) return;
  if (platform === 'win32') {
    const taskkill = path.win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    spawn(taskkill, ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () => child.kill('SIGKILL'));
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone already.
    child.kill('SIGKILL');
  }
};
