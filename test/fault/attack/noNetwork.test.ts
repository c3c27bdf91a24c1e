import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { callTool, spawnedServer } from '../../fixtures/agent/agentClient.ts';
import { cli, quickStart } from '../../fixtures/palaces/builtPalace.ts';
import { temporaryFolder, writeFiles } from '../../fixtures/palaces/temporaryPalace.ts';

const recorder = path.resolve('test/fixtures/recordNetwork.cjs');
const noteSchema = z.object({
  kind: z.string(),
  what: z.string(),
  words: z.array(z.string()),
  isMainThread: z.boolean(),
});

const recording = () => {
  const file = path.join(temporaryFolder(), 'notes.jsonl');
  return {
    env: { RECORD_NETWORK: file, NODE_OPTIONS: `--require ${JSON.stringify(recorder)}` },
    notes: () =>
      existsSync(file)
        ? readFileSync(file, 'utf8')
            .trim()
            .split('\n')
            .map((line) => noteSchema.parse(JSON.parse(line)))
        : [],
  };
};

afterEach(() => void vi.unstubAllEnvs());

describe('the network', () => {
  it('is used by no process or thread of the command line, the owner, the hooks and the MCP server', async () => {
    const [workspace, home] = [temporaryFolder(), temporaryFolder()];
    const palace = path.join(home, 'palace');
    writeFiles(workspace, {
      'notes.md': 'The crane is inspected in March. See https://example.invalid/crane.png\n',
      'handbook.pdf': readFileSync('test/fixtures/documents/handbook.pdf'),
      'chat.jsonl': '{"text":"Berths are counted.","wing":"port","room":"notes"}\n',
    });
    execFileSync('git', ['init', '-q'], { cwd: workspace });
    const { env, notes } = recording();
    const run = (words: readonly string[], input = ''): string => {
      const { stdout, stderr, status } = spawnSync(process.execPath, [...quickStart, cli, ...words], {
        cwd: workspace,
        env: { ...process.env, ...env, SYNAPSE_PALACE_HOME: palace, HOME: home, NO_COLOR: '1' },
        encoding: 'utf8',
        input,
      });
      expect(status, `${words.join(' ')}: ${stderr}`).toBe(0);
      return stdout;
    };
    run(['mine', '.']);
    expect(run(['search', 'when is the crane looked at', '--explain'])).toContain('notes.md');
    expect(run(['search', 'pilots'])).toContain('handbook.pdf, page 2');
    run(['import', 'chat.jsonl']);
    run(['git-index', '--all']);
    run(['save', 'Tokens rotate in the gateway alone.', '--type', 'decision', '--wait']);
    run(['export', path.join(home, 'out')]);
    run(['status']);
    run(
      ['hook', 'session-start'],
      JSON.stringify({ session_id: 's', cwd: workspace, hook_event_name: 'SessionStart', source: 'startup' }),
    );
    vi.stubEnv('RECORD_NETWORK', env.RECORD_NETWORK);
    vi.stubEnv('NODE_OPTIONS', env.NODE_OPTIONS);
    const { client } = await spawnedServer(palace, workspace);
    expect((await callTool(client, 'mempalace_search', { query: 'crane' })).text).toContain('notes.md');
    await client.close();

    const seen = notes();
    const started = (isMain: boolean) =>
      seen.filter(({ kind, isMainThread }) => kind === 'start' && isMainThread === isMain);
    // The recorder was there in each of nine processes, and in the threads that own the palace and run the model.
    expect(new Set(started(true).map(({ words }) => words[0])).size).toBe(9);
    expect(started(false).length).toBeGreaterThan(9);
    const tried = seen.filter(({ kind }) => kind !== 'start');
    expect(tried.filter(({ kind }) => kind !== 'path')).toEqual([]);
    expect(tried.length).toBeGreaterThan(0);
    for (const { what } of tried)
      expect(path.basename(what)).toMatch(/^(?:owner-|[0-9a-f]{16}-)[0-9a-f]{8}\.sock$/);
  });

  it('would be reported by this test if it were used', () => {
    const { env, notes } = recording();
    const ways = [
      `require('net').connect(9, '127.0.0.1')`,
      `require('net').createServer().listen(0)`,
      `require('http').get('http://127.0.0.1:9/')`,
      `require('https').get('https://127.0.0.1:9/')`,
      `require('tls').connect(9)`,
      `require('dns').lookup('example.invalid', () => {})`,
      `require('dns').promises.lookup('example.invalid')`,
      `require('dgram').createSocket('udp4')`,
      `fetch('http://127.0.0.1:9/')`,
      `import('node:net').then(({ connect }) => connect(9))`,
    ];
    const script = `process.on('unhandledRejection', () => {});${ways.map((way) => `try { ${way}; } catch {}`).join('\n')}`;
    spawnSync(process.execPath, ['-e', script], { env: { ...process.env, ...env } });
    expect(notes().filter(({ kind }) => kind !== 'start' && kind !== 'path')).toHaveLength(ways.length);
  });

  it('is reached by no bundle except that for a team’s server: others import local sockets at most, and none fetches', () => {
    const bundles = readdirSync('dist').filter((name) => /\.(?:cjs|js)$/.test(name));
    expect(bundles).toEqual(expect.arrayContaining(['cli.js', 'extension.cjs', 'inspector.js', 'owner.cjs']));
    for (const name of bundles) {
      const text = readFileSync(path.join('dist', name), 'utf8');
      const asked = [
        ...text.matchAll(
          /(?:\brequire\(|\bfrom ?|\bimport\()["'](?:node:)?(https?|http2|tls|dns|dgram|inspector)(?:\/promises)?["']/g,
        ),
      ];
      // Loaded only for a palace that a person has connected with a team's server.
      const mayAsk = name === 'team.cjs' ? ['tls', 'dns'] : [];
      expect(
        asked.flatMap(([found, module = '']) => (mayAsk.includes(module) ? [] : [found])),
        name,
      ).toEqual([]);
      if (!/^(?:embedder|reranker)/.test(name))
        // `fetch(…) {` is a method of that name.
        expect(text, name).not.toMatch(
          /\b(?:new XMLHttpRequest|new WebSocket|sendBeacon\(|(?<!\.|\w|async )fetch\((?![^()]*\) \{))/,
        );
    }
  });
});
