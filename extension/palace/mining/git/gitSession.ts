import path from 'node:path';
import { reasonOf, refusalOf, type GitRefusal } from './gitOutcome.ts';
import { findGit, gitVersion, isRecentEnough, oldestGit, type GitProgram } from './gitProgram.ts';
import { hardenedEnvironment, hardenedOptions } from './hardenedGit.ts';
import { isOwnFolder, type RepositoryFolder } from './locateRepository.ts';
import { runGit, type GitEnd } from './runGit.ts';

export interface GitLimits {
  /** Milliseconds that git may be silent. */
  readonly silenceMs: number;
  /** Most bytes of output per run. */
  readonly mostBytes: number;
  /** Most bytes of memory per run, on Linux. */
  readonly mostMemory: number;
}
export const usualLimits: GitLimits = { silenceMs: 30_000, mostBytes: 1 << 30, mostMemory: 1 << 30 };

interface GitOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal | undefined;
  readonly limits: GitLimits;
}

/** Git, ready to read one repository. Only the commands given here ever run in it. */
export interface GitSession {
  /** Runs `git <args>`. Returns a refusal if it did not end with 0. Throws E_CANCELLED and what `onOutput` throws. */
  read(args: readonly string[], onOutput: (bytes: Uint8Array) => Promise<void> | void): Promise<GitRefusal | null>;
  /** The output of a run that writes little. */
  ask(args: readonly string[]): Promise<string | GitRefusal>;
}

/** Finds git, and checks its version and whether the folder may be read. Throws E_CANCELLED. */
export const openGitSession = async (
  folder: RepositoryFolder,
  options: GitOptions,
): Promise<GitSession | GitRefusal> => {
  const program = await findGit({ env: options.env, platform: process.platform, outside: [folder.root] });
  if (program === null) return { outcome: 'git_missing', reason: reasonOf('git_missing') };
  const session = sessionOn(folder, program, options, []);
  const answer = await session.ask(['--version']);
  const version = typeof answer === 'string' ? gitVersion(answer) : null;
  if (version === null) return { outcome: 'git_missing', reason: reasonOf('git_missing') };
  if (!isRecentEnough(version))
    return {
      outcome: 'git_too_old',
      reason: reasonOf('git_too_old', { detail: `${version.join('.')}, ${oldestGit.join('.')} is needed` }),
    };
  const refusal =
    folder.bare && !(await isOwnFolder(folder.root))
      ? refusalOf('dubious ownership', folder.root)
      : await session.read(['rev-parse', '--git-dir'], () => undefined);
  if (refusal === null) return session;
  // The user's configuration is not read, except to see which folders of other owners they trust.
  if (refusal.outcome !== 'dubious_ownership' || !(await isTrusted(folder, program, options))) return refusal;
  return sessionOn(folder, program, options, ['-c', `safe.directory=${folder.root}`]);
};

const sessionOn = (
  folder: RepositoryFolder,
  program: GitProgram,
  { env, signal, limits }: GitOptions,
  more: readonly string[],
): GitSession => {
  const run = (args: readonly string[], onOutput: (bytes: Uint8Array) => Promise<void> | void): Promise<GitEnd> =>
    runGit({
      file: program.file,
      folder: folder.root,
      env: hardenedEnvironment(program, env, path.dirname(folder.root)),
      signal,
      ...limits,
      onOutput,
      args: [...hardenedOptions, ...more, ...(folder.bare ? [`--git-dir=${folder.root}`] : []), ...args],
    });
  const read: GitSession['read'] = async (args, onOutput) => {
    const end = await run(args, onOutput);
    switch (end.kind) {
      case 'ended':
        return end.code === 0 ? null : refusalOf(end.message, folder.root);
      case 'not_started':
        return { outcome: 'git_missing', reason: reasonOf('git_missing') };
      default:
        return { outcome: end.kind, reason: reasonOf(end.kind) };
    }
  };
  return {
    read,
    async ask(args) {
      const pieces: Uint8Array[] = [];
      return (await read(args, (bytes) => void pieces.push(bytes))) ?? Buffer.concat(pieces).toString('utf8');
    },
  };
};

/** Whether `safe.directory` in the user's or the machine's git configuration lists the folder, matched as git does. */
const isTrusted = async (
  { root }: RepositoryFolder,
  program: GitProgram,
  { env, signal, limits }: GitOptions,
): Promise<boolean> => {
  const withConfiguration = Object.fromEntries(
    Object.entries(hardenedEnvironment(program, env, null)).filter(
      ([name]) => name !== 'GIT_CONFIG_NOSYSTEM' && name !== 'GIT_CONFIG_GLOBAL',
    ),
  );
  const trusted: string[] = [];
  for (const scope of ['--system', '--global']) {
    const pieces: Uint8Array[] = [];
    const end = await runGit({
      file: program.file,
      folder: path.parse(root).root,
      signal,
      ...limits,
      onOutput: (bytes) => void pieces.push(bytes),
      env: {
        ...withConfiguration,
        ...(env['XDG_CONFIG_HOME'] === undefined ? {} : { XDG_CONFIG_HOME: env['XDG_CONFIG_HOME'] }),
      },
      args: ['--no-pager', 'config', scope, '--includes', '--type=path', '-z', '--get-all', 'safe.directory'],
    });
    // An empty entry clears the ones before it.
    if (end.kind === 'ended' && end.code === 0)
      for (const entry of Buffer.concat(pieces).toString('utf8').split('\0').slice(0, -1))
        trusted.splice(entry === '' ? 0 : trusted.length, Infinity, ...(entry === '' ? [] : [entry]));
  }
  return trusted.some(
    (entry) => entry === '*' || entry === root || (entry.endsWith('/*') && root.startsWith(entry.slice(0, -1))),
  );
};
