import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** Kills a process group immediately, given its leader. On Windows, kills the child with all its descendants. */
export const killProcessGroup = (child: ChildProcess): void => {
  const { pid } = child;
  // Never started, or already gone: another process may have its ID by now.
  if (
    pid === undefined ||
    ((child.exitCode !== null || child.signalCode !== null) && process.platform === 'win32')
  )
    return;
  if (process.platform === 'win32') {
    const taskkill = path.win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    spawn(taskkill, ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on('error', () =>
      child.kill('SIGKILL'),
    );
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is already gone.
    child.kill('SIGKILL');
  }
};
