import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isErrno } from '../../base/files/errno.ts';

/** Distinguishes a process from all others, including earlier ones with the same number. */
interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** The boot and the process namespace that `pid` belongs to; empty if neither is known. */
  readonly machine: string;
  /** When the process began, in the system's own ticks; empty if unknown. */
  readonly began: string;
}

/**
 * out_of_sight: the process is, or was, somewhere that this one can't see: on another computer, in another
 * container.
 */
type ProcessStanding = 'running' | 'stopped' | 'gone' | 'out_of_sight';

/** The boot and the process namespace on Linux; empty on other systems. */
const thisMachine = (): string => {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
};

/** State and start of a process from its `/proc/<pid>/stat`, whose second field is a name that may hold anything. */
export const parseProcStat = (text: string): { readonly state: string; readonly began: string } => {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state: fields[0] ?? '', began: fields[19] ?? '' };
};

const procStat = (pid: number): { readonly state: string; readonly began: string } | undefined => {
  try {
    return parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
};

/** This process, to be recognised by others. */
export const ownMark = (): ProcessMark => {
  const machine = thisMachine();
  const began = machine === '' ? '' : (procStat(process.pid)?.began ?? '');
  return { pid: process.pid, host: hostname(), machine, began };
};

/**
 * The marked process's current standing. A reused process number, and a zombie, count as gone where the system can
 * tell.
 */
export const processStanding = ({ pid, host, machine, began }: ProcessMark): ProcessStanding => {
  if (host !== hostname()) return 'out_of_sight';
  const here = thisMachine();
  if (machine !== '' && machine !== here) return 'out_of_sight';
  if (here === '') return processExists(pid) ? 'running' : 'gone';
  const now = procStat(pid);
  if (now === undefined) return processExists(pid) ? 'running' : 'gone';
  if (/[ZXx]/.test(now.state) || (began !== '' && began !== now.began)) return 'gone';
  return /[Tt]/.test(now.state) ? 'stopped' : 'running';
};

const processExists = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
};

/** The command that prints when a process began: macOS in local time, Windows in UTC ISO-8601. */
const startCommand = (
  pid: number,
  platform: NodeJS.Platform,
): readonly [string, readonly string[]] | undefined => {
  if (platform === 'darwin') return ['ps', ['-o', 'lstart=', '-p', String(pid)]];
  if (platform === 'win32')
    return [
      'powershell.exe',
      [
        '-NoProfile',
        '-NonInteractive',
        '-Command',
        `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`,
      ],
    ];
  return undefined;
};

/**
 * Whether the process that now has this number began only after `since`, for systems without marks of their own.
 * Slow, because it starts a program, so only for doubtful cases. False if unknown.
 */
export const beganAfter = (
  pid: number,
  since: string,
  platform: NodeJS.Platform = process.platform,
  run: (program: string, words: readonly string[]) => string = runToEnd,
): boolean => {
  const command = startCommand(pid, platform);
  if (command === undefined) return false;
  try {
    // Both systems give whole seconds or better; within a second, the owner gets the benefit of the doubt.
    return Date.parse(run(...command).trim()) > Date.parse(since) + 1_000;
  } catch {
    return false;
  }
};

const runToEnd = (program: string, words: readonly string[]): string =>
  execFileSync(program, [...words], {
    encoding: 'utf8',
    timeout: 5_000,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
