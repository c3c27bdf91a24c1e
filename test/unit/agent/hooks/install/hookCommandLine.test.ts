import { describe, expect, it } from 'vitest';
import {
  hookCommandLine,
  isHookCommandLine,
} from '../../../../../extension/agent/hooks/install/hookCommandLine.ts';

describe('a hook’s line', () => {
  const program = {
    agent: 'claude',
    node: '/usr/bin/node',
    cli: "/home/a b/it's/$x/dist/cli.js",
    palace: null,
    platform: 'linux',
  } as const;

  it('quotes what its shell would take apart, and is known again', () => {
    expect(hookCommandLine('stop', program)).toBe(`/usr/bin/node '/home/a b/it'\\''s/$x/dist/cli.js' hook stop`);
    const windows = hookCommandLine('stop', {
      agent: 'codex',
      node: 'C:\\Program Files\\nodejs\\node.exe',
      cli: 'C:\\ext\\dist\\cli.js',
      palace: 'D:\\my palace',
      platform: 'win32',
    });
    expect(windows).toBe(
      '"C:/Program Files/nodejs/node.exe" C:/ext/dist/cli.js hook stop --agent codex --palace "D:/my palace"',
    );
    for (const line of [hookCommandLine('pre-compact', program), windows, 'synapse-palace hook session-start'])
      expect(isHookCommandLine(line)).toBe(true);
    for (const line of ['git hook stop', 'node cli.js hooks stop', 'node dist/cli.js hook install', 'echo'])
      expect(isHookCommandLine(line)).toBe(false);
  });

  it('is not taken for one of another program with a cli.js', () => {
    const quoted = hookCommandLine('stop', { ...program, agent: 'cursor', palace: "/home/a b/it's" });
    for (const line of [quoted, `${quoted} `, 'node /opt/synapse-palace/dist/cli.js hook stop --json'])
      expect(isHookCommandLine(line), line).toBe(true);
    for (const line of ['node /opt/other/dist/cli.js hook stop --fast', 'node cli.js hook stop && rm -r x'])
      expect(isHookCommandLine(line), line).toBe(false);
  });
});
