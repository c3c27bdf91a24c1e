import type { HookAgentName } from '../hookAgents.ts';
import type { HookEvent } from '../hookEvent.ts';

interface HookProgram {
  readonly agent: HookAgentName;
  /** Absolute path of the Node binary that runs it. */
  readonly node: string;
  /** Absolute path of `dist/cli.js`. */
  readonly cli: string;
  /** Absolute path; null for the palace of the session's workspace. */
  readonly palace: string | null;
  readonly platform: NodeJS.Platform;
}

/** The command line that an agent runs for an event, in a POSIX shell or, on Windows, also in `cmd`. */
export const hookCommandLine = (event: HookEvent, { agent, node, cli, palace, platform }: HookProgram): string => {
  const quote = platform === 'win32' ? windowsQuoted : posixQuoted;
  return [node, cli]
    .map(quote)
    .concat(
      'hook',
      event,
      ...(agent === 'claude' ? [] : ['--agent', agent]),
      ...(palace === null ? [] : ['--palace', quote(palace)]),
    )
    .join(' ');
};

const called =
  /(?:synapse-palace|\bcli\.js)["']?\s+hook\s+(?:session-start|user-prompt-submit|pre-compact|stop)(?=\s|$)/;
/** Only the product's own options behind the event: another program may have a `cli.js` with a `hook stop`, too. */
const ownOptions = /\s+hook\s+\S+(?:\s+--(?:agent|palace)\s+(?:'(?:[^']|'\\'')*'|"(?:[^"\\]|\\.)*"|\S+))*\s*$/;

/** Whether a line comes from {@link hookCommandLine}, of any installation, or calls `synapse-palace hook` in another way. */
export const isHookCommandLine = (line: string): boolean =>
  called.test(line) && (line.includes('synapse-palace') || ownOptions.test(line));

const plain = /^[\w@%+=:,./-]+$/;

const posixQuoted = (text: string): string => (plain.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Slashes and double quotes mean the same to `cmd` and to Git's shell, which Claude Code uses on Windows. */
const windowsQuoted = (text: string): string => {
  const slashed = text.replaceAll('\\', '/');
  return plain.test(slashed) && !slashed.includes('%')
    ? slashed
    : `"${slashed.replace(/[$`"]/g, (mark) => `\\${mark}`)}"`;
};
