import type { HookEvent } from '../hookEvent.ts';

export interface HookProgram {
  /** Absolute: the Node that runs it. */
  readonly node: string;
  /** Absolute: `dist/cli.js`. */
  readonly cli: string;
  /** Absolute; null: the palace of the workspace that the session is in. */
  readonly palace: string | null;
  readonly platform: NodeJS.Platform;
}

/** The line that an agent's shell runs for an event: a POSIX shell, on Windows also `cmd`. */
export const hookCommandLine = (event: HookEvent, { node, cli, palace, platform }: HookProgram): string => {
  const quote = platform === 'win32' ? windowsQuoted : posixQuoted;
  return [node, cli]
    .map(quote)
    .concat('hook', event, ...(palace === null ? [] : ['--palace', quote(palace)]))
    .join(' ');
};

const ours =
  /(?:synapse-palace|\bcli\.js)["']?\s+hook\s+(?:session-start|user-prompt-submit|pre-compact|stop)(?=\s|$)/;

/** Whether a line is one of {@link hookCommandLine}, of whatever installation, or calls `synapse-palace hook` otherwise. */
export const isHookCommandLine = (line: string): boolean => ours.test(line);

const plain = /^[\w@%+=:,./-]+$/;

const posixQuoted = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Slashes and double quotes mean the same to Git's shell, which Claude Code takes on Windows, and to `cmd`. */
const windowsQuoted = (text: string): string => {
  const slashed = text.replaceAll('\\', '/');
  return plain.test(slashed) && !slashed.includes('%')
    ? slashed
    : `"${slashed.replace(/[$`"]/g, (mark) => `\\${mark}`)}"`;
};
